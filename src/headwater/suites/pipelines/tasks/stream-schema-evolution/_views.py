"""Read what the packing halls and the dashboards see."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from _orders import Figures, Happening, Order, boxes_of, by_day, by_region, difference, figures, orders_after

from headwater.grading import Completed, Graded, State


@dataclass(frozen=True)
class Views:
    """What the packing halls and the dashboards see.

    Attributes:
        packing: The run of the halls' program, in its original version.
        boxes: The boxes to be packed, keyed by order.
        days: The figures per day.
        regions: The figures per region.
    """

    packing: Completed
    boxes: dict[str, Order]
    days: Figures
    regions: Figures

    def wrong(self, happenings_found: Iterable[Happening]) -> str:
        """Describe what differs from the expected state. Return an empty string if nothing does."""
        orders = orders_after(happenings_found)
        return (
            difference(self.boxes, boxes_of(orders), "boxes")
            or difference(self.days, by_day(orders), "days")
            or difference(self.regions, by_region(orders), "regions")
        )


def look(graded: Graded, state: State) -> Views:
    """Return what the halls and the dashboards see."""
    completed, boxes = pack(graded, state)
    return Views(completed, boxes, figures(graded, state, "days"), figures(graded, state, "regions"))


def pack(graded: Graded, state: State) -> tuple[Completed, dict[str, Order]]:
    """Run the halls' program. An order that appears in two halls counts as two boxes."""
    state.write(".packing", graded.workspace.shipped_text("partners/packing.py") or "")
    completed = state.run("python3 -I .packing", timeout_sec=60)
    boxes: dict[str, Order] = {}
    for line in completed.stdout.splitlines() if completed.exit_code == 0 else ():
        box = json.loads(line)
        box.pop("packed")
        boxes[box["order"] + ("" if box["order"] not in boxes else f" in hall {box['hall']}")] = box
    return completed, boxes


@cache
def agent_boxes(graded: Graded) -> tuple[Completed, dict[str, Order]]:
    """Run the halls' program on the data that the agent left."""
    with graded.copy() as copy:
        return pack(graded, copy)
