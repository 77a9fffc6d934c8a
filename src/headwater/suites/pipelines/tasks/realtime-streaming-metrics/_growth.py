"""Run the program with many messages, none and a few, and count what the runs and the queries read and write."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _agents import many, send
from _runs import Run, measured_run
from _scenarios import merge_trees

from headwater.grading import Graded, QueryError, State

MANY = 12_000
PATHS = ("queries/fleet.sql", "queries/host_hour.sql", "queries/host_days.sql")


@dataclass(frozen=True)
class Growth:
    """Runs with many messages, without messages, and with twelve readings: new, late, and sent before.

    `rows_read` is how many rows the queries read afterwards.
    """

    many: Run
    idle: Run
    few: Run
    late: Run
    repeated: Run
    rows_read: dict[str, int]


@cache
def growth(graded: Graded) -> Growth:
    """Send many messages with gaps and run, and then send a few and run several times."""
    complete = many("grown", 30, 400)
    late = [value for value in complete if b'"grown-3"' in value and any(_has(value, number) for number in (40, 300))]
    late += [value for value in complete if b'"grown-7"' in value and any(_has(value, n) for n in (3, 90, 91, 350))]
    first = [value for value in complete if value not in late]
    few = many("newer", 2, 3)
    with graded.copy() as copy:
        runs = []
        sent: list[bytes | None] = []
        for values in (first, [], few, late, first[5_000:5_006]):
            send(copy, values)
            sent += values
            runs.append(measured_run(graded, copy, sent))
        return Growth(*runs, _rows_read(graded, copy))


def _has(value: bytes, number: int) -> bool:
    return b'"n": %d,' % number in value


def _rows_read(graded: Graded, state: State) -> dict[str, int]:
    """Return how many rows the queries read after all parts were merged, so that the time of merges does not matter."""
    for table in merge_trees(state):
        state.clickhouse.execute(f"optimize table {table} final")
    found = {}
    for path in PATHS:
        try:
            found[path] = state.clickhouse.rows_read(graded.workspace.shipped_text(path) or "")
        except QueryError:
            found[path] = 1 << 62
    return found
