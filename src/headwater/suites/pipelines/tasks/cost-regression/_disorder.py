"""Let random deliveries arrive in many nights; find the first wrong figure, and what the nights cost and printed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _nights import ARRIVED, MEASURES, Night, costs
from _scenarios import DASHBOARDS
from _truth import Watch
from _world import World

from headwater.grading import Graded, Result, State, expect

_NIGHTS = 10


@dataclass(frozen=True)
class Disorder:
    """Nights in which random deliveries arrived.

    Attributes:
        fault: The first fault, or None.
        nights: The nights before which the CRM changed nothing.
        printed: The last lines of the nights, and what they should have been.
        dashboards: How many rows the queries of the dashboards read after all nights, by file.
    """

    fault: Result | None
    nights: list[Night]
    printed: list[tuple[str, str]]
    dashboards: dict[str, int]


@cache
def disorder(graded: Graded) -> Disorder:
    """Let random deliveries arrive and the CRM move campaigns, and compare the new campaigns after each night."""
    nights: list[Night] = []
    printed: list[tuple[str, str]] = []
    with graded.copy() as copy:
        watch = Watch(copy)
        world = World(copy, seed=19)
        for number in range(1, _NIGHTS + 1):
            world.write(world.random.choice((8, 20, 50)))
            batches = world.seal()
            is_moved = _change_crm(world, number)
            night = _night(copy, batches)
            if fault := world.fault(f"after night {number} of {_NIGHTS}", night.completed):
                return Disorder(fault, nights, printed, {})
            if not is_moved:
                nights.append(night)
            printed.append((night.completed.last_line, f"batches={len(batches)} rows={night.arrived}"))
        message = next((fault for fault in watch.faults().values() if fault), "")
        reads = {path: copy.clickhouse.rows_read(graded.workspace.shipped_text(path) or "") for path in DASHBOARDS}
        return Disorder(expect(False, f"after all nights: {message}") if message else None, nights, printed, reads)


def _change_crm(world: World, number: int) -> bool:
    """Let the CRM add or move campaigns before some nights, and return whether it did."""
    moves = {4: ((906, 600), (901, 330)), 8: ((901, 600), (902, -480))}.get(number, ())
    for campaign, offset in moves:
        world.move(campaign, offset)
    if number == 7:
        # The oldest rows are removed, a week at a time.
        world.state.clickhouse.execute(f"alter table raw.events drop partition {13_104 // 504}")
        world.collectors.events.append("the collectors remove the oldest week")
    return bool(moves)


def _night(state: State, batches: list[int]) -> Night:
    before = costs(state)
    completed = state.run()
    after = costs(state)
    arrived, touched = state.clickhouse.query(ARRIVED, {"batches": batches})[0]
    cost = {measure: after[measure] - before[measure] for measure in MEASURES}
    return Night(completed, {}, cost, int(arrived), int(touched))
