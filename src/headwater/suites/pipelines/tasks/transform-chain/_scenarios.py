"""Run scenarios in copies of the agent's state. Each scenario runs once, and the checks share its results."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from _model import Row, at_start, describe_end, fault, tables, truth

from headwater.grading import Completed, Graded, QueryError, State, away, kill_points

_READ = """
    select coalesce(seq_tup_read + coalesce(idx_tup_fetch, 0), 0) from pg_stat_user_tables
    where schemaname = 'raw' and relname = 'events'
"""
_WRITTEN = """
    select countIf(query_kind = 'Insert'), sum(written_rows) from system.query_log
    where type = 'QueryFinish' and user = 'app' and is_initial_query
"""
_MUTATIONS = "select count() from system.mutations where database not in ('system', 'INFORMATION_SCHEMA')"
# A checksum of all figures in analytics.daily.
_FIGURES = "select toString(sum(cityHash64(day, source, visits, visitors, purchases, revenue))) from analytics.daily"
# Malformed payloads, most of which cannot be used.
_ODD = (
    *("[]", "[1, 2]", "null", '"text"', "17", "true", "{}", '{"v": 2}', '{"v": 2, "event": [], "visitor": "9"}'),
    '{"v": 2, "event": {"id": {"a": 1}}, "visitor": {"id": "o1"}, "at": "2026-04-20T10:00:00Z"}',
    '{"v": 2, "event": {"id": "odd-1"}, "visitor": {"id": "o1"}, "at": "soon"}',
    '{"v": 2, "event": {"id": "odd-2"}, "visitor": {"id": "o1"}, "at": "2026-04-31T10:00:00Z"}',
    '{"v": 2, "event": {"id": "odd-3"}, "visitor": {"id": 7}, "at": "2026-04-20T10:00:00Z", "item": []}',
    '{"id": "odd-4", "visitor": true, "ts": 1776679200000}',
    '{"id": "odd-5", "visitor": "o2", "ts": "32503680000000"}',
    '{"id": 6, "visitor": 7, "ts": " 1776679200000 ", "type": " purchase ", "price_cents": 0, "pattern": "x"}',
    '{"id": "odd-7", "visitor": "o3", "ts": 1776679200000, "type": null, "source": "Bo\\\\b \'s"}',
    '{"id": "odd-8", "visitor": "o3", "ts": 1776679200001, "type": "purchase", "price_cents": "free"}',
    '{"v": 2, "event": {"id": "odd-9", "type": "purchase"}, "visitor": {"id": "o3"}, "at": "2026-04-20T10:00:00Z", '
    '"item": {"price": "NaN"}}',
    '{"v": 2, "event": {"id": "odd-10"}, "visitor": {"id": "o3"}, "at": "2026-04-20", "context": "mail"}',
)
_MEANWHILE = r"""
import json, os, subprocess, sys, threading, time
import clickhouse_connect

ended, unchanged, figures, asked, failed = threading.Event(), set(), set(), 0, ""


def read():
    global asked, failed
    client = clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"],
    )
    while not ended.is_set():
        try:
            unchanged.add(str(client.query(os.environ["UNCHANGED"]).first_row[0]))
            figures.add(str(client.query(os.environ["FIGURES"]).first_row[0]))
            asked += 1
            time.sleep(0.01)
        except clickhouse_connect.driver.exceptions.ClickHouseError as error:
            failed = str(error)[:200]


thread = threading.Thread(target=read)
thread.start()
codes = [subprocess.run([sys.executable, "transform.py"], capture_output=True).returncode for _ in range(2)]
ended.set()
thread.join()
found = {"unchanged": sorted(unchanged)[:9], "figures": sorted(figures)[:9]}
print(json.dumps({"codes": codes, "asked": asked, "failed": failed, **found}))
"""


@dataclass(frozen=True)
class Run:
    """A run of transform.py.

    Attributes:
        completed: The finished process.
        fault: How the tables differ from the expected ones after the run, or an empty string.
        missing: How many events are missing after the run, or an empty string if none are.
        read: The number of rows that it read from raw.events.
        inserts: The number of inserts that it made.
        written: The number of rows that it wrote to ClickHouse.
        grown: The expected numbers of new events and of new rejected rows.
    """

    completed: Completed
    fault: str
    missing: str
    read: int
    inserts: int
    written: int
    grown: tuple[int, int]

    @property
    def is_good(self) -> bool:
        """Whether the run succeeded and left exact tables."""
        return self.completed.exit_code == 0 and not self.fault

    @property
    def message(self) -> str:
        """A description of how the run ended and what is wrong after it."""
        return f"{describe_end(self.completed)}; {self.fault or 'all tables are right'}"


def _read(state: State) -> int:
    # A session reports its statistics when it ends.
    state.postgres.query("select pg_stat_clear_snapshot(), pg_stat_force_next_flush(), pg_sleep(0.5)")
    return int(state.postgres.scalar(_READ))


def _insert_counts(state: State) -> tuple[int, int]:
    state.clickhouse.execute("system flush logs")
    inserts, rows = state.clickhouse.query(_WRITTEN)[0]
    return int(inserts), int(rows)


def _run(state: State, before: dict[str, list[Row]]) -> Run:
    read, (inserts, written) = _read(state), _insert_counts(state)
    completed = state.run()
    read, after = _read(state) - read, _insert_counts(state)
    right = truth(state)
    grown = [len(right[name]) - len(before[name]) for name in ("events", "rejected")]
    message = fault(state, right)
    return Run(
        completed, message, _missing(state, right), read, after[0] - inserts, after[1] - written, (grown[0], grown[1])
    )


def _missing(state: State, right: dict[str, list[Row]]) -> str:
    try:
        stored_ids = {row[0] for row in state.clickhouse.query("select event_id from analytics.events")}
    except QueryError as error:
        return f"events cannot be read: {error}"
    missing = {row[0] for row in right["events"]} - stored_ids
    return f"{len(missing)} events are missing" if missing else ""


def _send(state: State, payloads: list[Any], received: str = "2026-05-02 00:00:00+00") -> None:
    rows = [(received, payload if isinstance(payload, str) else json.dumps(payload)) for payload in payloads]
    for row in rows:
        state.postgres.app.query(
            "insert into raw.events (received_at, payload) values (%s, %s) returning seq", list(row)
        )
    time.sleep(0.3)


def _event(number: str, visitor: str, at: str, **more: Any) -> dict[str, Any]:
    item = {"id": 5, "price": more.get("price")}
    event = {"id": number, "type": "purchase" if more.get("price") else "view"}
    return {
        "v": 2,
        "event": event,
        "visitor": {"id": visitor},
        "at": at,
        "context": {"source": more.get("source")},
        "item": item,
    }


@dataclass(frozen=True)
class Outcomes:
    """Runs of transform.py, each after different new events.

    Attributes:
        idle: A run without new events.
        first: The run after a few events from new visitors.
        late: The run after events that join, precede and move existing visits.
        again: The run after duplicate events, and after events whose first copies were unusable.
        odd: The run after malformed payloads.
        mutations: The number of ClickHouse mutations in all runs.
        tables: The tables in ClickHouse after all runs.
    """

    idle: Run
    first: Run
    late: Run
    again: Run
    odd: Run
    mutations: int
    tables: list[str]


@cache
def outcomes(graded: Graded) -> Outcomes:
    """Send several groups of events, and run transform.py after each group."""
    with graded.copy() as copy:
        mutations = int(copy.clickhouse.scalar(_MUTATIONS))
        right = at_start(graded)
        idle = _run(copy, right)
        runs = []
        for payloads in (_fresh(), _late_events(right["visits"]), _repeated_events(), list(_ODD)):
            right = truth(copy)
            _send(copy, payloads)
            runs.append(_run(copy, right))
        mutations = int(copy.clickhouse.scalar(_MUTATIONS)) - mutations
        return Outcomes(idle, *runs, mutations, tables(copy))


def _fresh() -> list[Any]:
    return [
        _event("n1", "new-1", "2026-05-01T23:30:00.000Z", source="Ads"),
        _event("n2", "new-1", "2026-05-02T00:00:00.000Z", price="3.10"),
        _event("n3", "new-1", "2026-05-02T00:30:00.001Z", price="0.20", source="mail"),
        _event("n4", "new-2", "2026-05-02T01:00:00.000+02:00", price="9999999.99"),
        _event("n5", "new-2", "2026-05-03T12:00:00.000Z"),
    ]


def _late_events(visits: list[Row]) -> list[Any]:
    """Return late events of known visitors: between two visits, just before midnight, and just before a visit."""
    payloads: list[Any] = []
    pairs = [(one, two) for one, two in pairwise(visits) if one[0] == two[0]]
    near = sorted(pairs, key=lambda pair: pair[1][1] - pair[0][2])[:6]
    for n, (one, two) in enumerate(near):
        middle = (one[2] + two[1]) // 2
        payloads.append({"id": f"m{n}", "visitor": one[0], "ts": middle, "type": "view", "source": "mail"})
    early = [visit for visit in visits if visit[1] % 86_400_000 < 1_500_000][:6]
    for n, visit in enumerate(early):
        at = visit[1] - visit[1] % 86_400_000 - 60_000
        payloads.append({"id": f"d{n}", "visitor": visit[0], "ts": at, "type": "purchase", "price_cents": 250})
    payloads += [
        {"id": f"p{n}", "visitor": visit[0], "ts": visit[1] - 1_000, "source": "friends"}
        for n, visit in enumerate(visits[100:3000:300])
    ]
    return payloads


def _repeated_events() -> list[Any]:
    fixed = _event("w2", "new-3", "2026-05-01T08:00:00.000Z", price="1.00")
    wrong = fixed | {"item": {"id": 5, "price": None}}
    return [*_fresh()[:3], wrong, wrong, fixed, fixed, _event("w3", "new-3", "2026-05-09T08:00:00.000Z")]


_MANY = """
    insert into raw.events (received_at, payload)
    select '2026-05-02Z', jsonb_build_object(
        'id', '{name}-' || k, 'visitor', 1 + k * 7 % 2100, 'type', 'purchase', 'price_cents', k,
        'ts', {first} + k::bigint * {step}, 'source', case when k % 3 = 0 then 'mail' end
    )
    from generate_series(1, {number}) k;
"""


@dataclass(frozen=True)
class Killed:
    """The run after several killed runs, and the tables in ClickHouse after it."""

    run: Run
    tables: list[str]


@cache
def killed(graded: Graded) -> Killed:
    """Send many events, kill the runs that process them, and then run once more."""
    with graded.copy() as copy:
        _many(copy, "k", 1_772_400_000_000, 3_200_000, 1_500)
        whole = copy.run_killed(after=None)
        for part, after in enumerate(kill_points(whole.requests)):
            _many(copy, f"k{part}", 1_772_400_000_000 + part, 3_200_000, 1_500)
            copy.run_killed(after=after)
        return Killed(_run(copy, truth(copy)), tables(copy))


def _many(state: State, name: str, first: int, step: int, number: int) -> None:
    state.postgres.execute(_MANY.format(name=name, first=first, step=step, number=number))
    time.sleep(0.3)


@dataclass(frozen=True)
class Meanwhile:
    """The results of queries on analytics.daily during two runs.

    Attributes:
        failed: What failed, or an empty string.
        unchanged: The distinct checksums seen for the days whose events did not change.
        figures: The distinct checksums seen for all days.
        ends: The checksums for all days before and after the runs.
    """

    failed: str
    unchanged: list[str]
    figures: list[str]
    ends: list[str]


@cache
def read_meanwhile(graded: Graded) -> Meanwhile:
    """Query analytics.daily repeatedly while two runs process new events from one week."""
    with graded.copy() as copy:
        _many(copy, "r", 1_776_902_400_000, 100_000, 6_000)
        before = str(copy.clickhouse.scalar(_FIGURES))
        copy.write(".meanwhile", _MEANWHILE)
        queries = {"UNCHANGED": f"{_FIGURES} where day < '2026-04-20'", "FIGURES": _FIGURES}
        completed = copy.run("python3 -I .meanwhile", env=queries, timeout_sec=120)
        if completed.exit_code:
            return Meanwhile(describe_end(completed), [], [], [])
        report = json.loads(completed.stdout.strip().rpartition("\n")[2])
        failed = report["failed"] or ("" if report["codes"] == [0, 0] else f"runs ended with {report['codes']}")
        failed = failed or ("" if report["asked"] else "no query was answered") or fault(copy, truth(copy))
        return Meanwhile(
            failed, report["unchanged"], report["figures"], [before, str(copy.clickhouse.scalar(_FIGURES))]
        )


@dataclass(frozen=True)
class Outages:
    """A run without Postgres, one without ClickHouse, and then one with both."""

    postgres: Completed
    clickhouse: Completed
    next: Run


@cache
def outages(graded: Graded) -> Outages:
    """Send events, run without each of the databases, and then run with both."""
    with graded.copy() as copy:
        right = truth(copy)
        _send(copy, [*_fresh(), "{}"])
        runs = [copy.run(env=away(name), timeout_sec=60) for name in ("postgres", "clickhouse")]
        return Outages(*runs, _run(copy, right))


@cache
def from_nothing(graded: Graded) -> Run:
    """Drop everything in ClickHouse, and run transform.py."""
    with graded.copy() as copy:
        for name in tables(copy):
            copy.clickhouse.execute(f"drop table if exists {name} sync")
        return _run(copy, {"events": [], "rejected": []})
