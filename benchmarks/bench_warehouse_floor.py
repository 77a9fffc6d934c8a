"""The findings of agents without a model in the tasks of the suite `warehouse`, by difficulty, without trials.

A task counts as restored if the agent's first proposal is the solution. The other shares are those of tasks in which
one of its first five proposals is in a file, or next to a line, that the solution changes. Intervals are Wilson's, at
95 %.

This needs `headwater build warehouse` and `headwater build warehouse tasks`. Usage: bench_warehouse_floor.py
"""

from __future__ import annotations

from headwater.analysis import wilson
from headwater.caches import home
from headwater.suites.warehouse.base import Size, find_base
from headwater.suites.warehouse.breaks import Sighting, sightings
from headwater.suites.warehouse.suite import SUITES

LIMITS = {"easy": 0.20, "medium": 0.05, "hard": 0.0, "blind": 0.0}
FIRST = 5


def main() -> None:
    """Print a line for each agent and difficulty."""
    base = find_base(home(), Size())
    found = list(sightings(SUITES[0].tasks_folder(home()), base.texts()))
    for agent in dict.fromkeys(one.agent for one in found):
        for difficulty, limit in LIMITS.items():
            rows = [one for one in found if (one.agent, one.difficulty) == (agent, difficulty)]
            if rows:
                print(line(agent, difficulty, rows, limit))


def line(agent: str, difficulty: str, found: list[Sighting], limit: float) -> str:
    """Return the shares of one agent at one difficulty, with n and intervals."""
    restored = sum(one.restores for one in found)
    files = sum(0 < one.file_rank <= FIRST for one in found)
    lines = sum(0 < one.line_rank <= FIRST for one in found)
    shares = "; ".join(
        f"{what} {_share(count, len(found))}"
        for what, count in (("restored", restored), ("file in 5", files), ("line in 5", lines))
    )
    verdict = "within" if restored <= limit * len(found) else "ABOVE"
    return f"{agent}, {difficulty}, n = {len(found)}: {shares}; {verdict} the limit of {limit:.0%}"


def _share(count: int, number: int) -> str:
    estimate = wilson(count, number)
    return f"{count / number:.0%} [{estimate.low:.0%}, {estimate.high:.0%}]"


if __name__ == "__main__":
    main()
