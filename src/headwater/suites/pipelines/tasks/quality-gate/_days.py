"""Run the job on simulated days of deliveries, and measure the results and the cost; all checks share these runs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _quality import Results, deliver, lines, stored_results, truth

from headwater.grading import Completed, Graded, State

GOOD, BAD, ODD, REFUSED, CORRECTED, COMING = 91_001, 91_002, 91_003, 91_004, 91_005, 91_006
OLD_CONTRACT, NEW_NETWORK, LATER, SOONER, AGAIN, NEXT_GOOD = 91_007, 91_008, 91_009, 91_010, 91_011, 91_012
SECRET = "hush-6120"
_UNREACHABLE = {
    "postgres": {
        "POSTGRES_URL": f"postgresql://app:{SECRET}@127.0.0.1:1/app",
        "PGHOST": "127.0.0.1",
        "PGPORT": "1",
        "PGPASSWORD": SECRET,
    },
    "clickhouse": {
        "CLICKHOUSE_URL": "http://127.0.0.1:1",
        "CLICKHOUSE_PORT": "1",
        "CLICKHOUSE_NATIVE_PORT": "1",
        "CLICKHOUSE_PASSWORD": SECRET,
    },
}
_LINES_READ = "seq_tup_read + coalesce(idx_tup_fetch, 0)"


@dataclass(frozen=True)
class Cost:
    """The cost of a run: lines read from Postgres, and inserts, inserted rows and queries in ClickHouse."""

    read: int
    inserts: int
    inserted: int
    queries: int


@dataclass(frozen=True)
class Run:
    """A run, its cost, the results after it, and the expected results."""

    completed: Completed
    cost: Cost
    found: Results
    expected: Results
    surplus: int


def _usage_counters(state: State) -> tuple[int, int, int, int]:
    sql = """
        select sum(ProfileEvents['InsertQuery']), sum(ProfileEvents['InsertedRows']), sum(ProfileEvents['Query'])
        from system.user_processes where user = 'app'
    """
    inserts, inserted, queries = state.clickhouse.query(sql)[0]
    state.postgres.query("select pg_stat_force_next_flush(), pg_sleep(0.3)")
    read = state.postgres.scalar(f"""
        select {_LINES_READ} from pg_stat_user_tables where schemaname = 'feeds' and relname = 'events'
    """)
    return int(read or 0), int(inserts or 0), int(inserted or 0), int(queries or 0)


def _measure_run(graded: Graded, state: State) -> Run:
    before = _usage_counters(state)
    completed = state.run()
    cost = Cost(*(new - old for new, old in zip(_usage_counters(state), before, strict=True)))
    return _run(graded, state, completed, cost)


def _run(graded: Graded, state: State, completed: Completed, cost: Cost) -> Run:
    found, surplus = stored_results(state)
    return Run(completed, cost, found, truth(graded, state), surplus)


def _odd_values() -> list[object]:
    content = lines("quickbid", "2026-03-10 19:00Z", 110)
    content[3:9] = [7, [], {}, "null", None, {"event_id": {"a": 1}, "at": ["2026"], "kind": []}]
    content[20] = content[20] | {"campaign": True}
    content[21] = content[21] | {"campaign": 1.0}
    content[22] = content[22] | {"at": "2026-03-10 19:00"}
    content[23] = content[23] | {"at": "2026-02-30T19:00:00Z"}
    content[24] = content[24] | {"event_id": " Null "}
    content[25] = content[25] | {"note": 'it\'s 100% "odd"'}
    content[26] = content[26] | {"event_id": "x" * 5_000}
    return content


@dataclass(frozen=True)
class Evening:
    """The runs on one evening.

    Attributes:
        failed: The first runs, each with one database unreachable.
        first: A run after deliveries of all kinds.
        second: A run after an unfinished batch was completed and another batch was delivered again.
        idle: A run without new batches.
        single: A run for a single batch.
    """

    failed: dict[str, Completed]
    first: Run
    second: Run
    idle: Run
    single: Run


@cache
def evening(graded: Graded) -> Evening:
    """Run the job on the evening of 10 March: two runs fail, and four handle deliveries of all kinds."""
    with graded.copy() as copy:
        deliver(
            copy,
            GOOD,
            "quickbid",
            "2026-03-10 18:00Z",
            "2026-03-10 19:10Z",
            lines("quickbid", "2026-03-10 18:00Z", 110),
        )
        bad = lines("northlight", "2026-03-10 18:00Z", 60)
        bad[5]["event_id"] = "undefined "
        deliver(copy, BAD, "northlight", "2026-03-10 18:00Z", "2026-03-10 19:11Z", bad)
        deliver(copy, ODD, "quickbid", "2026-03-10 19:00Z", "2026-03-10 20:10Z", _odd_values())
        refused = lines("mobira", "2026-03-10 19:00Z", 50)
        deliver(copy, REFUSED, "mobira", "2026-03-10 19:00Z", "2026-03-10 20:11Z", [*refused[:49], {}])
        deliver(copy, CORRECTED, "mobira", "2026-03-10 19:00Z", "2026-03-10 20:15Z", refused)
        deliver(copy, COMING, "pinewave", "2026-03-10 19:00Z", "", lines("pinewave", "2026-03-10 19:00Z", 40))
        before = [
            {key: value for key, value in line.items() if key != "cost"} | {"cost_micros": 5}
            for line in lines("pinewave", "2026-03-09 11:30Z", 85, at="2026-03-09T11:30:00Z")
        ]
        deliver(copy, OLD_CONTRACT, "pinewave", "2026-03-09 11:00Z", "2026-03-10 20:20Z", before)
        copy.postgres.execute("""
            insert into feeds.networks values ('zephyr', 12);
            insert into feeds.contracts
            select 'zephyr', valid_from, fields from feeds.contracts where network = 'quickbid';
        """)
        deliver(
            copy,
            NEW_NETWORK,
            "zephyr",
            "2026-03-10 18:00Z",
            "2026-03-10 20:21Z",
            lines("zephyr", "2026-03-10 18:00Z", 3),
        )
        same = lines("northlight", "2026-03-10 19:00Z", 64)
        deliver(copy, LATER, "northlight", "2026-03-10 19:00Z", "2026-03-10 20:40Z", same)
        deliver(copy, SOONER, "northlight", "2026-03-10 19:00Z", "2026-03-10 20:30Z", same)
        failed = {name: copy.run(env=env) for name, env in _UNREACHABLE.items()}
        first = _measure_run(graded, copy)
        copy.postgres.execute(f"update feeds.batches set delivered_at = '2026-03-10 21:00Z' where batch_id = {COMING}")
        deliver(copy, AGAIN, "mobira", "2026-03-10 19:00Z", "2026-03-10 21:15Z", refused[:48])
        second = _measure_run(graded, copy)
        idle = _measure_run(graded, copy)
        good = lines("northlight", "2026-03-10 20:00Z", 64)
        deliver(copy, NEXT_GOOD, "northlight", "2026-03-10 20:00Z", "2026-03-10 21:20Z", good)
        single = _measure_run(graded, copy)
    return Evening(failed, first, second, idle, single)


def _outage(state: State, start: int, day: int, hours: range) -> int:
    """Deliver a batch for each network and hour, some with errors; return the number of batches."""
    number = start
    for hour in hours:
        for network, count in (("northlight", 55), ("pinewave", 80), ("mobira", 45), ("quickbid", 100)):
            moment = f"2026-03-{day} {hour:02}:00Z"
            content = lines(network, moment, count)
            if number % 7 == 0:
                content[number % 40]["event_id"] = "none"
            deliver(state, number, network, moment, f"2026-03-{day} {hour + 1:02}:{number % 50:02}Z", content)
            number += 1
    return number - start


@dataclass(frozen=True)
class Outage:
    """A run after an outage, and two concurrent runs after another outage."""

    alone: Run
    batches: int
    lines_of_week: int
    together: Run


@cache
def outage(graded: Graded) -> Outage:
    """Deliver a day of batches and run once; then deliver a few hours of batches and start two runs concurrently."""
    week = "select count(*) from feeds.events join feeds.batches using (batch_id) where delivered_at > {}"
    with graded.copy() as copy:
        batches = _outage(copy, 93_000, 11, range(22))
        copy.postgres.execute("analyze feeds.batches; analyze feeds.events")
        newest = "(select max(delivered_at) - interval '8 days' from feeds.batches)"
        size = int(copy.postgres.scalar(week.format(newest)))
        alone = _measure_run(graded, copy)
        _outage(copy, 94_000, 12, range(12))
        both = copy.run("python3 quality.py >/dev/null 2>&1 & python3 quality.py >/dev/null 2>&1; wait", timeout_sec=60)
        together = _run(graded, copy, both, Cost(0, 0, 0, 0))
    return Outage(alone, batches, size, together)
