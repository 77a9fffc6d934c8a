"""Run scenarios in copies of the agent's state. Each scenario runs once, and the checks share its results."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from _arrivals import send_few
from _orders import Row, differing, printed_differences, table_rows
from _runs import Run, measured_run, tables
from _shop import add_partition, groups, many, rebuild_while_reading, run_at_once, send

from headwater.grading import Completed, Graded, State, away, kill_points

REBUILD, CHECK = "python3 replay.py --rebuild", "python3 replay.py --check"


@dataclass(frozen=True)
class Disturbed:
    """The results of killed and overlapping runs.

    Attributes:
        killed: The run after killed ones.
        codes: The exit codes of overlapping runs.
        overlapping: The run after these.
        tables: The tables after all runs.
        groups: The consumer groups that Kafka knows after all runs.
    """

    killed: Run
    codes: list[int]
    overlapping: Run
    tables: list[str]
    groups: list[str]


@cache
def disturbed(graded: Graded) -> Disturbed:
    """Kill runs that process many events, and then start several runs at the same time."""
    with graded.copy() as copy:
        send(copy, *many("k", 300))
        whole = copy.run_killed(after=None)
        for number, after in enumerate(kill_points(whole.requests)):
            send(copy, *many(f"k{number}", 300))
            copy.run_killed(after=after)
        killed = measured_run(graded, copy)
        send(copy, *many("v", 600))
        codes = run_at_once(copy)
        return Disturbed(killed, codes, measured_run(graded, copy), tables(copy), groups(copy))


@dataclass(frozen=True)
class Rebuilt:
    """Runs of --rebuild, and a run after them.

    Attributes:
        repaired: A rebuild after somebody changed, deleted and added snapshots.
        again: Another rebuild.
        next: The run after it, without new messages.
    """

    repaired: Run
    again: Run
    next: Run


@cache
def rebuilt(graded: Graded) -> Rebuilt:
    """Rebuild damaged snapshots, rebuild once more, and run replay.py."""
    with graded.copy() as copy:
        _damage(copy)
        return Rebuilt(
            measured_run(graded, copy, REBUILD), measured_run(graded, copy, REBUILD), measured_run(graded, copy)
        )


@dataclass(frozen=True)
class DisturbedRebuilds:
    """The results of killed rebuilds, and of runs during a rebuild.

    Attributes:
        killed: A rebuild after killed ones.
        codes: The exit codes of runs and a rebuild at the same time.
        overlapping: The run after these.
    """

    killed: Run
    codes: list[int]
    overlapping: Run


@cache
def disturbed_rebuilds(graded: Graded) -> DisturbedRebuilds:
    """Kill rebuilds, and start runs and a rebuild at the same time."""
    with graded.copy() as copy:
        whole = copy.run_killed(REBUILD, after=None)
        for after in kill_points(whole.requests, 6):
            copy.run_killed(REBUILD, after=after)
        killed = measured_run(graded, copy, REBUILD)
        send(copy, *many("w", 200))
        codes = run_at_once(copy, "--rebuild")
        return DisturbedRebuilds(killed, codes, measured_run(graded, copy))


def _damage(state: State) -> None:
    state.postgres.execute(
        "update app.order_snapshots set total = total + 0.01 where order_id like '%7';"
        "update app.order_snapshots set changed_at = changed_at + interval '1 second' where order_id like '%18';"
        "delete from app.order_snapshots where order_id like '%42';"
        "insert into app.order_snapshots values ('order-x', 'customer-x', 'open', 1, 1, 0, 1, now());"
    )


@cache
def read_meanwhile(graded: Graded) -> tuple[dict[str, Any], list[str]]:
    """Query totals during a rebuild of damaged snapshots. Return the report, and the totals before and after it."""
    sql = "select count(*), sum(total), sum(paid), sum(items) from app.order_snapshots"
    with graded.copy() as copy:
        _damage(copy)
        before = str(copy.postgres.query(sql)[0])
        report = rebuild_while_reading(copy)
        return report, [before, str(copy.postgres.query(sql)[0])]


@cache
def first_runs(graded: Graded) -> tuple[Run, Run]:
    """Run replay.py on the starting data, and once more after new events."""
    with graded.copy(data="starting") as copy:
        first = measured_run(graded, copy)
        send_few(copy)
        return first, measured_run(graded, copy)


@cache
def first_rebuild(graded: Graded) -> Run:
    """Run --rebuild on the starting data."""
    with graded.copy(data="starting") as copy:
        return measured_run(graded, copy, REBUILD)


@cache
def new_partition(graded: Graded) -> Run:
    """Add a partition with events, and run replay.py."""
    with graded.copy() as copy:
        add_partition(copy)
        send(copy, *many("p", 5), partition=6)
        return measured_run(graded, copy)


@dataclass(frozen=True)
class Outages:
    """Runs without Postgres and without Kafka, the checks without them, and the run after all of these."""

    postgres: Completed
    kafka: Completed
    check_postgres: Completed
    check_kafka: Completed
    next: Run


@cache
def outages(graded: Graded) -> Outages:
    """Send events, run without each of the services, and then run with both."""
    with graded.copy() as copy:
        send_few(copy)
        services = ("postgres", "kafka")
        postgres, kafka = (copy.run(env=away(name), timeout_sec=60) for name in services)
        check_postgres, check_kafka = (copy.run(CHECK, env=away(name), timeout_sec=60) for name in services)
        return Outages(postgres, kafka, check_postgres, check_kafka, measured_run(graded, copy))


@dataclass(frozen=True)
class Checks:
    """Runs of --check.

    Attributes:
        equal: The run while the snapshots are right.
        written: The number of rows that it wrote.
        damaged: The run after somebody changed, deleted and added snapshots.
        printed: The differences that it printed, in the form of `differing`.
        wanted: The differences at that time.
        behind: The run while events have not been processed yet, and whether the snapshots stayed as they were.
    """

    equal: Completed
    written: int
    damaged: Completed
    printed: set[Row]
    wanted: set[Row]
    behind: tuple[Completed, bool]


@cache
def checks(graded: Graded) -> Checks:
    """Run --check while the snapshots are right, damaged and behind."""
    with graded.copy() as copy:
        equal = measured_run(graded, copy, CHECK)
        _damage(copy)
        wanted = differing(table_rows(copy), table_rows(graded))
        damaged = copy.run(CHECK)
        copy.run(REBUILD)
        send_few(copy)
        before = table_rows(copy)
        behind = copy.run(CHECK)
        return Checks(
            equal.completed,
            equal.written,
            damaged,
            printed_differences(damaged),
            wanted,
            (behind, before == table_rows(copy)),
        )
