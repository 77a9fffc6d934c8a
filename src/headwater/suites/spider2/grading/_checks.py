"""The checks of every task of the suite."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from headwater.grading import Graded, Result, correct, expect, functional, production, robust
from headwater.suites.spider2.grading._compare import once, raw_tables, score, score_left
from headwater.suites.spider2.grading._instance import GradedInstance
from headwater.suites.spider2.grading._rebuild import built_at_start, rebuild_left, varying_columns
from headwater.suites.spider2.scoring import InstanceScore

Check = Callable[[Graded], Result]
_PROJECT = ("models/", "macros/", "seeds/", "snapshots/", "tests/", "analyses/", "dbt_packages/", "docs/")
_TOOLS = re.compile(
    r"(^|/)(target|logs|\.git|\.claude|\.cache|\.duckdb|__pycache__)(/|$)|(^|/)(\.user\.yml|package-lock\.yml)$"
)
_SHOWN = 5


def checks_of(task: GradedInstance) -> dict[str, Check]:
    """Return the checks by name, for the module of a task's checks."""
    checks = (*_building(task), *(_comparing(task, name) for name in task.tables or ("",)), *_robust(task))
    return {check.__name__: check for check in (*checks, *_looking(task))}


def _left(graded: Graded, task: GradedInstance) -> InstanceScore:
    """Return both grades of the database that the agent left."""
    return _fair(graded, task, graded.workspace.folder, score_left(graded, task))


def _fair(graded: Graded, task: GradedInstance, folder: Path, found: InstanceScore) -> InstanceScore:
    """Leave out of the strict grade what the reference itself does not settle, where that decides."""
    if task.truth != "reference" or found.problem or found.strict_passed:
        return found
    varying = varying_columns(graded, task)
    if not varying:
        return found
    fair = once(graded, f"fair {folder}", lambda: score(graded, task, folder, varying))
    return replace(found, strict=fair.strict)


def _building(task: GradedInstance) -> list[Check]:
    @functional
    def database_has_the_tables(graded: Graded) -> Result:
        """The database that the project writes has every table that counts."""
        left = _left(graded, task)
        native = {"official": float(left.official_passed), "strict": float(left.strict_passed)}
        absent = [table.reason for table in left.strict if "there is no table" in table.reason]
        said = left.problem or "; ".join(absent) or f"it has the tables (data = {task.data})"
        return Result(not left.problem and not absent, said, {"native": native, "data": task.data.value})

    @functional
    def project_builds_what_counts(graded: Graded) -> Result:
        """A clean copy of the project, with the raw database as it was, parses and builds every table that counts."""
        rebuilt = rebuild_left(graded, task)
        if not rebuilt.statuses:
            return Result(False, f"dbt does not come to build anything: {rebuilt.said}")
        absent = [table.reason for table in rebuilt.score.strict if "there is no table" in table.reason]
        problem = rebuilt.score.problem or "; ".join(absent)
        return expect(not problem, f"{problem}: {rebuilt.said}" if problem else "it builds what counts")

    @functional
    def nothing_else_broke(graded: Graded) -> Result:
        """Every model, seed and snapshot that built before the agent began still builds."""
        before, now = built_at_start(graded), rebuild_left(graded, task).built
        gone = sorted(before - now)
        return expect(not gone, _names("built before, and no longer", gone) if gone else "it all builds still")

    return [database_has_the_tables, project_builds_what_counts, nothing_else_broke]


def _comparing(task: GradedInstance, table: str) -> Check:
    def check(graded: Graded) -> Result:
        return _strict(_left(graded, task), [table] if table else [])

    check.__name__ = f"{re.sub(r'[^a-z0-9_]', '_', table.lower())}_is_right" if table else "tables_are_right"
    check.__doc__ = f"Every row of {table or 'each table'} is there, once, with its values."
    return correct(check)


def _robust(task: GradedInstance) -> list[Check]:
    @robust
    def tables_are_right_when_built_again(graded: Graded) -> Result:
        """The project, and not a change made in the database by hand, is what makes the tables right."""
        rebuilt = rebuild_left(graded, task)
        return _strict(_fair(graded, task, rebuilt.folder, rebuilt.score), [])

    return [tables_are_right_when_built_again]


def _looking(task: GradedInstance) -> list[Check]:
    @production
    def raw_tables_are_untouched(graded: Graded) -> Result:
        """No raw table was changed."""
        if not task.raw:
            return Result(True, "every table of the raw database is a model's, too")
        return _strict(raw_tables(graded, task), [])

    @production
    def nothing_is_left_behind(graded: Graded) -> Result:
        """No scratch file, copy or note lies beside the project."""
        left = [path for path in graded.workspace.files() if graded.workspace.shipped_text(path) is None]
        scratch = [path for path in left if not path.startswith(_PROJECT) and not _is_of_a_tool(path, task)]
        return expect(not scratch, _names("left behind", scratch) if scratch else "nothing is left behind")

    return [raw_tables_are_untouched, nothing_is_left_behind]


def _is_of_a_tool(path: str, task: GradedInstance) -> bool:
    return _TOOLS.search(path) is not None or path in (task.database, f"{task.database}.wal")


def _strict(found: InstanceScore, tables: Sequence[str]) -> Result:
    """Say whether tables are right, by the strict grader; all if none is named."""
    chosen = [table for table in found.strict if not tables or table.table in tables]
    wrong = [f"{table.table}: {table.reason}" for table in chosen if not table.passed]
    if found.problem or not chosen:
        return Result(False, found.problem or "nothing was compared")
    rows = [row for table in chosen for row in table.rows]
    return Result(not wrong, "; ".join(wrong) or "every row is right", {"rows": rows[:_SHOWN]})


def _names(what: str, found: Iterable[str]) -> str:
    names = list(found)
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"{what}: {', '.join(names[:_SHOWN])}{more}"
