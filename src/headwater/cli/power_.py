"""``headwater power``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from headwater.cli._plain import print_json
from headwater.errors import OptionError
from headwater.extras import needs_extra

if TYPE_CHECKING:
    from headwater.analysis import Design

_LIFTS = (0.3, 0.1)
_REPEATS = (1, 3, 5)


@dataclass(frozen=True)
class _PlannedExperiment:
    """A row of the answer. ``lift`` or ``tasks`` is None if no number is large enough."""

    lift: float | None
    repeats: int
    tasks: int | None
    trials: int | None
    cost_usd: float | None

    @classmethod
    def of(cls, design: Design, lift: float | None, tasks: int | None, usd: float) -> _PlannedExperiment:
        trials = None if tasks is None else design.trials(tasks)
        return cls(lift, design.repeats, tasks, trials, None if trials is None else trials * usd)


@click.command("power")
@click.option(
    "--lift",
    "lifts",
    type=click.FloatRange(0, 1, min_open=True),
    multiple=True,
    metavar="SHARE",
    help="Difference of two solve rates that must be found; may be repeated.  [default: 0.3 and 0.1]",
)
@click.option(
    "--tasks",
    "numbers",
    type=click.IntRange(4),
    multiple=True,
    metavar="N",
    help="Show the smallest lift that N tasks can show; may be repeated.  [x>=4]",
)
@click.option(
    "--repeats",
    type=click.IntRange(1),
    multiple=True,
    metavar="N",
    help="Trials of each task in each arm; may be repeated.  [default: 1, 3 and 5]",
)
@click.option(
    "--solved",
    type=click.FloatRange(0, 1, max_open=True),
    default=0.3,
    show_default=True,
    metavar="SHARE",
    help="Assumed solve rate without the change.",
)
@click.option(
    "--alike",
    type=click.FloatRange(0, 1),
    default=0.5,
    show_default=True,
    metavar="SHARE",
    help="Assumed correlation of a task's repeats: 1 if they always end alike.",
)
@click.option(
    "--varies",
    type=click.FloatRange(0, 1, min_open=True),
    default=0.15,
    show_default=True,
    metavar="SHARE",
    help="Assumed standard deviation of the lift over tasks.",
)
@click.option(
    "--tests",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Comparisons that share the 5 % level, such as one for each level of difficulty.",
)
@click.option("--interaction", is_flag=True, help="Plan for a difference between two lifts, which needs four arms.")
@click.option(
    "--usd",
    type=click.FloatRange(0),
    default=0.5,
    show_default=True,
    metavar="N",
    help="Assumed cost of a trial in US dollars.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    lifts: tuple[float, ...],
    numbers: tuple[int, ...],
    repeats: tuple[int, ...],
    solved: float,
    alike: float,
    varies: float,
    tests: int,
    interaction: bool,
    usd: float,
    as_json: bool,
) -> None:
    """Show how many tasks and repeats an experiment with one agent needs, and what it costs, before it is run.

    Two arms, such as two harnesses, run the same tasks and are compared by task, with 80 % power at the 5 % level.
    After a first run, `headwater results --lift` says the same from the spread that it observed.
    """
    for lift in lifts:
        if solved + lift > 1:
            raise OptionError(f"a lift of {lift:g} is not possible from a solve rate of {solved:g}", where="--lift")
    with needs_extra("report"):
        from headwater.analysis import Design

    designs = [Design(each, solved, alike, varies, tests, interaction) for each in repeats or _REPEATS]
    needed = [
        _PlannedExperiment.of(design, lift, design.tasks_needed(lift), usd)
        for lift in lifts or (() if numbers else _LIFTS)
        for design in designs
    ]
    found = [
        _PlannedExperiment.of(design, design.lift_found(tasks), tasks, usd) for tasks in numbers for design in designs
    ]
    if as_json:
        print_json([*needed, *found])
    else:
        _print(needed, found)


def _print(needed: list[_PlannedExperiment], found: list[_PlannedExperiment]) -> None:
    from headwater.cli._sheets import Sheet, print_sheets

    sheets = []
    if needed:
        rows = tuple((_share(each), str(each.repeats), _tasks(each), *_size(each)) for each in needed)
        sheets.append(Sheet("Tasks with which a lift is found", ("lift", "repeats", "tasks", "trials", "cost"), rows))
    if found:
        rows = tuple((_tasks(each), str(each.repeats), _share(each), *_size(each)) for each in found)
        sheets.append(Sheet("The smallest lift that is found", ("tasks", "repeats", "lift", "trials", "cost"), rows))
    print_sheets(sheets, [])


def _share(plan: _PlannedExperiment) -> str:
    return "none" if plan.lift is None else f"{plan.lift:.2f}"


def _tasks(plan: _PlannedExperiment) -> str:
    return "over 100,000" if plan.tasks is None else f"{plan.tasks:,}"


def _size(plan: _PlannedExperiment) -> tuple[str, str]:
    if plan.trials is None or plan.cost_usd is None:
        return "-", "-"
    return f"{plan.trials:,}", f"${plan.cost_usd:,.0f}"
