"""Plans of experiments: they agree with statsmodels, with each other, and with the pages that quote them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from statsmodels.stats.power import TTestPower

from headwater.analysis import Design

DOCS = Path(__file__).parents[2] / "docs"


def test_the_number_of_tasks_is_that_of_the_paired_t_test() -> None:
    design = Design(repeats=2, solved=0.4, alike=0.25, varies=0.1)
    spread = (0.1**2 + (0.4 * 0.6 + 0.5 * 0.5) * 0.75 / 2) ** 0.5
    exact = TTestPower().solve_power(0.1 / spread, power=0.8, alpha=0.05)
    needed = design.tasks_needed(0.1)
    assert needed is not None
    assert needed - 1 < exact <= needed
    assert design.trials(needed) == needed * 2 * 2


def test_a_lift_that_a_number_of_tasks_finds_needs_that_number() -> None:
    for tasks in (8, 20, 60):
        design = Design(repeats=3)
        lift = design.lift_found(tasks)
        assert lift is not None
        assert design.tasks_needed(lift) == tasks


def test_more_tests_and_an_interaction_need_more_tasks() -> None:
    plain, shared, interaction = Design(3), Design(3, tests=4), Design(3, interaction=True)
    needed = [each.tasks_needed(0.1) or 0 for each in (plain, shared, interaction)]
    assert 0 < needed[0] < needed[1] < needed[2]
    assert interaction.trials(10) == 10 * 3 * 4
    assert Design(1, varies=0.5).lift_found(4) is None
    assert Design(1, varies=1.0).tasks_needed(0.001) is None


def table(page: str) -> list[list[float]]:
    """Return the rows of a page's table of power, whose first cells are numbers of repeats or lifts."""
    [part] = re.findall(r"^## Number of tasks\n(.*?)^## ", (DOCS / page).read_text(), re.MULTILINE | re.DOTALL)
    return [[float(cell.strip("$ ")) for cell in row.split("|")] for row in re.findall(r"^\| ([\d].*) \|$", part, re.M)]


def test_the_page_on_context_quotes_plans() -> None:
    rows = table("context-experiment.md")
    assert len(rows) == 3
    for repeats, *found in rows:
        design = Design(int(repeats))
        assert found[:3] == [pytest.approx(design.lift_found(tasks), abs=0.005) for tasks in (8, 20, 60)]
        assert found[3:] == [design.tasks_needed(lift) for lift in (0.05, 0.1, 0.2)]


def test_the_page_on_harnesses_quotes_plans() -> None:
    rows = table("harness-experiment.md")
    assert len(rows) == 4
    for repeats, *found in rows:
        designs = Design(int(repeats)), Design(int(repeats), interaction=True)
        lifts = [design.lift_found(tasks) for design in designs for tasks in (8, 20, 36)]
        assert found == [pytest.approx(lift, abs=0.005) for lift in lifts]


def test_the_page_on_lineage_quotes_plans() -> None:
    rows = table("lineage-experiment.md")
    assert len(rows) == 6
    for lift, repeats, *found in rows:
        design = Design(int(repeats), solved=0.5, tests=4)
        tasks = design.tasks_needed(lift) or 0
        assert found == [tasks, design.trials(tasks), design.trials(tasks) / 2]
