"""Writes the prompts for each difficulty. The prompt of a harder task reveals less about where to look."""

from __future__ import annotations

from enum import StrEnum

from headwater.dbt.engine import Plan
from headwater.suites.warehouse._bi import is_of_bi
from headwater.suites.warehouse.breaks._proof import Failure
from headwater.suites.warehouse.breaks._symptoms import name_of_test

_PLACE = (
    "The dbt project of Mooring Inc. is in `/workspace`, with `raw.duckdb`, the raw tables, and `warehouse.duckdb`,"
    " what the last run made of them."
)
_RULES = """\
- `dbt build`, `dbt run -s …` and `dbt test -s …` work in `/workspace`; the target is DuckDB, and there is no network.
- Mend the cause where it is, in `models/`, `macros/`, `seeds/`, `snapshots/` or the definitions in `bi/`, which
  `python bi/explore.py` queries. Every mart, report, metric and chart that is wrong because of it has to come out
  right, on other data as well.
- Tests, also those of the BI layer, `bi/explore.py`, `dbt_project.yml`, `profiles.yml` and the raw tables stay as they
  are, and so do the names of models and definitions. You may add tests; no packages, hooks, Python models or queries
  while a template renders. A column that a model gets or loses is listed, or no longer, in its YAML. Leave no scratch
  files behind.
"""
_NIGHTLY = "Every night a `dbt build` runs there, which is never a full refresh."
_RULES_OF_TABLES = """\
- The incremental models and snapshots in `warehouse.duckdb` count as you leave them, and so does the next nightly run:
  what it adds to them with your code, and everything that it builds from them. Rows that cannot be built again from the
  raw tables have to stay.
"""


class BreakDifficulty(StrEnum):
    """The difficulty of a task.

    It determines the prompt's content, and the distance from the reported test to the cause.
    """

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    BLIND = "blind"


def prompt(difficulty: BreakDifficulty, failure: Failure, plan: Plan, *, is_stored: bool = False) -> str:
    """Return the baseline prompt.

    Args:
        difficulty: The difficulty of the task.
        failure: The failure to report.
        plan: The plan of the broken project.
        is_stored: Whether the stored tables count.
    """
    ask = f"{_NIGHTLY} {_ask_with_tables(difficulty)}" if is_stored else _ask(difficulty)
    return f"{_complaint(difficulty, failure, plan)}\n\n{_PLACE} {ask}\n"


def informed(difficulty: BreakDifficulty, failure: Failure, plan: Plan, *, is_stored: bool = False) -> str:
    """Return the informed prompt, which also describes the tools and the rules."""
    rules = f"{_RULES}{_RULES_OF_TABLES}" if is_stored else _RULES
    return f"{prompt(difficulty, failure, plan, is_stored=is_stored)}\n{rules}"


def _complaint(difficulty: BreakDifficulty, failure: Failure, plan: Plan) -> str:
    if difficulty is BreakDifficulty.HARD:
        return failure.symptom
    if difficulty is BreakDifficulty.BLIND:
        return failure.business
    kind = "unit test" if failure.kind == "unit" else "test"
    tested, of = plan.steps[failure.tested].name, failure.of.rpartition(".")[2]
    if is_of_bi(failure.test):
        return _of_check(difficulty, failure, plan)
    symptom = f"The {kind} `{name_of_test(failure.test)}` of `{of}` fails."
    if difficulty is BreakDifficulty.EASY:
        return f"{symptom} What has to be mended is `{tested}` itself."
    if of == tested:
        return f"{symptom} `{tested}` itself was not changed."
    return f"{symptom} It reads `{tested}`, which was not changed itself."


def _of_check(difficulty: BreakDifficulty, failure: Failure, plan: Plan) -> str:
    tested = plan.steps[failure.tested]
    symptom = f"`python bi/explore.py check {name_of_test(failure.test)}` finds rows that disagree."
    if difficulty is BreakDifficulty.EASY:
        return f"{symptom} What has to be mended is the {tested.kind} `{tested.name}` itself."
    return f"{symptom} It reads the {tested.kind} `{tested.name}`, which was not changed itself."


def _ask(difficulty: BreakDifficulty) -> str:
    if difficulty in (BreakDifficulty.EASY, BreakDifficulty.MEDIUM):
        return "Find the cause and mend it, so that this and all other tests pass."
    return "Find out why, and mend the cause in the project, so that the figures are right again everywhere."


def _ask_with_tables(difficulty: BreakDifficulty) -> str:
    if difficulty in (BreakDifficulty.EASY, BreakDifficulty.MEDIUM):
        return "Find the cause and put it right, so that this and all other tests pass after the next nightly run."
    return "Find out why, and put it right, so that the figures are right again everywhere after the next nightly run."
