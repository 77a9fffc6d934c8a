"""Disturb, repair and move copies of the agent's state. Each scenario runs once, and the checks share its results."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from _parcels import Days, Row, at_end, fault, right_days, right_rows, shown_days, shown_rows
from _programs import empty_kafka, run_and_read, run_at_once, run_cut, run_killed
from _runs import COMPARE, REPAIR, Run, measured_run, messages_after, topic_ends
from _topic import fault_of, topic_fault

from headwater.grading import Completed, Graded, Message, State, away

_TABLES = "select name from system.tables where database = 'analytics' and engine like '%MergeTree'"
_RESTORE = """
    set session_replication_role = replica;
    insert into app.parcels
        select distinct on (parcel_id) parcel_id, revision + 7, 'metz', 'announced', 12.34, date '2025-04-01',
            timestamptz '2025-04-01 10:00+00'
        from app.deleted_parcels d where not exists (select from app.parcels p where p.parcel_id = d.parcel_id)
            and parcel_id % 40 = 3 order by parcel_id, revision desc;
    delete from app.parcels where parcel_id % 3001 = 17;
    update app.parcels set revision = revision + 9, price = price + 0.07, depot = 'metz' where parcel_id % 3001 = 18;
    reset session_replication_role;
"""
_SMALLER = """
    set session_replication_role = replica;
    delete from app.parcels where parcel_id % 10 >= 3;
    reset session_replication_role;
"""
_OTHER_DEPOTS = """
    update app.parcels set price = price + 0.5 where parcel_id % 9 = 2 and depot <> 'lyon';
    delete from app.parcels where parcel_id % 700 = 5 and depot <> 'lyon';
"""


def _change_many(state: State, rest: int) -> None:
    """Change and delete thousands of parcels."""
    state.postgres.execute(
        f"update app.parcels set price = price + 0.01, depot = 'tours' where parcel_id % 31 = {rest};"
        f"delete from app.parcels where parcel_id % 2003 = {rest};"
    )


@dataclass(frozen=True)
class Disturbed:
    """The results of runs that were killed, lost ClickHouse, or overlapped.

    Attributes:
        killed: The run after killed ones.
        topic: What is wrong in the topic after it, or an empty string.
        reports: The exit codes and requests of runs that lost ClickHouse.
        cut: The run after these.
        codes: The exit codes of overlapping runs.
        overlapping: The run after these.
    """

    killed: Run
    topic: str
    reports: list[dict[str, int]]
    cut: Run
    codes: list[int]
    overlapping: Run


@cache
def disturbed(graded: Graded) -> Disturbed:
    """Kill runs, take ClickHouse from runs, and start several at the same time."""
    with graded.copy() as copy:
        for number, messages in enumerate((1, 4_000)):
            _change_many(copy, number)
            run_killed(copy, messages=messages)
        for number, seconds in enumerate((1.5,)):
            _change_many(copy, 10 + number)
            run_killed(copy, seconds=seconds)
        killed = measured_run(copy)
        topic = topic_fault(graded, copy)
        reports = []
        for requests in (2, 4, 6, 8):
            copy.postgres.execute(
                f"update app.parcels set price = price + 2.05, state = 'delivered' where parcel_id % 1009 = {requests};"
                f"delete from app.parcels where parcel_id % 20011 = {requests}"
            )
            reports.append(run_cut(copy, requests))
        cut = measured_run(copy)
        _change_many(copy, 20)
        codes = run_at_once(copy)
        return Disturbed(killed, topic, reports, cut, codes, measured_run(copy))


@dataclass(frozen=True)
class Repaired:
    """Runs of --repair and --compare.

    Attributes:
        equal: --compare in the state that the agent left.
        damaged: --compare after a restore of Postgres and other changes.
        wanted: The lines that it should print.
        kept: Whether it left ClickHouse and the topic unchanged.
        repair: --repair after the restore, with emptied tables in ClickHouse, and after a --repair that was killed.
        sent: The messages that both sent.
        topic: What is wrong in the topic after them, or an empty string.
        idle: A run after them.
        report: What a reader of the depot Lyon saw while a run and a repair changed other depots.
        answer: The right answer for this reader.
        last: What is wrong in ClickHouse after the repair that the reader saw, or an empty string.
    """

    equal: Completed
    damaged: Completed
    wanted: set[str]
    kept: bool
    repair: Run
    sent: list[Message]
    topic: str
    idle: Run
    report: dict[str, Any]
    answer: str
    last: str


@cache
def repaired(graded: Graded) -> Repaired:
    """Restore Postgres from a backup, empty the tables in ClickHouse, and repair."""
    with graded.copy() as copy:
        equal = copy.run(COMPARE)
        copy.postgres.administrator.execute(_RESTORE)
        copy.postgres.execute(
            "insert into app.parcels values (900001, 1, 'nice', 'delivered', 9.99, '2025-05-02', now())"
        )
        seen, days, right, left = shown_rows(copy), shown_days(copy), right_rows(copy), at_end(graded)[0]
        restored = [number for number in right.keys() | left.keys() if right.get(number) != left.get(number)]
        wanted = _lines(right, seen, days)
        compared = measured_run(copy, COMPARE, compares=False)
        kept = not compared.sent and sorted(seen) == sorted(shown_rows(copy)) and days == shown_days(copy)
        _empty_tables(copy)
        ends = topic_ends(copy)
        run_killed(copy, "--repair", seconds=4)
        repair = measured_run(copy, REPAIR)
        sent, topic = messages_after(copy, ends), topic_fault(graded, copy, restored)
        idle = measured_run(copy)
        copy.postgres.execute(_OTHER_DEPOTS)
        report = run_and_read(copy)
        return Repaired(
            equal, compared.completed, wanted, kept, repair, sent, topic, idle, report, _lyon(copy), fault(copy)
        )


def _empty_tables(state: State) -> None:
    for (name,) in state.clickhouse.query(_TABLES):
        state.clickhouse.execute(f"truncate table analytics.`{name}`")


def _lines(right: dict[int, Row], shown: list[Row], days: Days) -> set[str]:
    """Return the lines that --compare should print."""
    known = {row[0]: row for row in shown}
    lines = {f"parcel {number} missing" for number in right.keys() - known.keys()}
    lines |= {f"parcel {number} unknown" for number in known.keys() - right.keys()}
    lines |= {f"parcel {number} differs" for number in right.keys() & known.keys() if right[number] != known[number]}
    expected = right_days(right.values())
    keys = {key for key in expected.keys() | days.keys() if expected.get(key) != days.get(key)}
    return lines | {f"day {day} {depot} differs" for day, depot in keys}


def _lyon(state: State) -> str:
    """Return the right answer of the reader for the depot Lyon."""
    rows = [row for row in right_rows(state).values() if row[2] == "lyon"]
    days = right_days(rows).values()
    sums = [sum(figures[place] for figures in days) for place in range(3)]
    return str([str(value) for value in (*sums, len(rows), sum(row[4] for row in rows))])


@dataclass(frozen=True)
class Site:
    """The first run at a new site with 60,000 parcels, what is wrong in its topic, and the next run after changes."""

    first: Run
    topic: str
    next: Run


@cache
def new_site(graded: Graded) -> Site:
    """Start with the application's tables and an empty topic alone."""
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics sync")
        copy.postgres.administrator.execute(_SMALLER)
        copy.postgres.execute("drop schema if exists pipeline cascade")
        empty_kafka(copy)
        first = measured_run(copy)
        topic = fault_of(first.sent, right_rows(copy))
        copy.postgres.execute("delete from app.parcels where parcel_id % 9001 < 20")
        return Site(first, topic, measured_run(copy))


@dataclass(frozen=True)
class Outages:
    """Runs without each of the services, comparisons without two of them, and runs after them.

    Attributes:
        runs: The runs by the service that was away.
        compared: The comparisons by the service that was away.
        kafka: The run after those without Postgres and Kafka.
        topic: What is wrong in the topic after it, or an empty string.
        clickhouse: The run after that without ClickHouse.
    """

    runs: dict[str, Completed]
    compared: dict[str, Completed]
    kafka: Run
    topic: str
    clickhouse: Run


@cache
def outages(graded: Graded) -> Outages:
    """Change parcels, run without a service, and then with all."""
    with graded.copy() as copy:
        _change_many(copy, 0)
        runs = {name: copy.run(env=away(name), timeout_sec=90) for name in ("postgres", "kafka")}
        kafka, topic = measured_run(copy), topic_fault(graded, copy)
        _change_many(copy, 1)
        runs["clickhouse"] = copy.run(env=away("clickhouse"), timeout_sec=90)
        compared = {name: copy.run(COMPARE, env=away(name), timeout_sec=60) for name in ("postgres", "clickhouse")}
        return Outages(runs, compared, kafka, topic, measured_run(copy))
