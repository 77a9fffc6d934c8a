"""Defines the checks that all tasks of the suite share."""

from __future__ import annotations

import re
from collections.abc import Callable

from headwater.grading import Graded, Result, correct, expect, functional, robust
from headwater.suites.spider2.grading._compare import score_left
from headwater.suites.spider2.grading._instance import GradedInstance
from headwater.suites.spider2.grading._performant import work_is_in_proportion
from headwater.suites.spider2.grading._production import production_checks
from headwater.suites.spider2.grading._rebuild import build_twice, built_at_start, rebuild_left, rebuild_reordered
from headwater.suites.spider2.grading._words import names, strict

Check = Callable[[Graded], Result]
_STATEFUL = ("incremental", "snapshot")


def checks_of(task: GradedInstance) -> dict[str, Check]:
    """Return a mapping from name to check, to be set as attributes of a task's checks module."""
    checks = (*_building(task), *(_comparing(task, name) for name in task.tables or ("",)), *_robust(task))
    return {check.__name__: check for check in (*checks, work_is_in_proportion(task), *production_checks(task))}


def _building(task: GradedInstance) -> list[Check]:
    @functional
    def database_has_the_tables(graded: Graded) -> Result:
        """The database that the project writes has every graded table."""
        agent_score = score_left(graded, task)
        native = {"official": float(agent_score.official_passed), "strict": float(agent_score.strict_passed)}
        absent = [table.reason for table in agent_score.strict if "there is no table" in table.reason]
        message = agent_score.problem or "; ".join(absent) or f"it has the tables (data = {task.data})"
        return Result(not agent_score.problem and not absent, message, {"native": native, "data": task.data.value})

    @functional
    def project_builds_what_counts(graded: Graded) -> Result:
        """A clean copy of the project parses, and builds every graded table from the original raw database."""
        rebuilt = rebuild_left(graded, task)
        if not rebuilt.build_run.nodes:
            return Result(False, f"dbt ends before it builds anything: {rebuilt.build_run.output}")
        absent = [table.reason for table in rebuilt.score.strict if "there is no table" in table.reason]
        problem = rebuilt.score.problem or "; ".join(absent)
        return expect(not problem, f"{problem}: {rebuilt.build_run.output}" if problem else "it builds what counts")

    @functional
    def nothing_else_broke(graded: Graded) -> Result:
        """Every model, seed and snapshot that built before the agent began still builds."""
        before, now = built_at_start(graded), rebuild_left(graded, task).build_run.built
        broken = sorted(before - now)
        return expect(not broken, names("built before, and no longer", broken) if broken else "it all builds still")

    return [database_has_the_tables, project_builds_what_counts, nothing_else_broke]


def _comparing(task: GradedInstance, table: str) -> Check:
    def check(graded: Graded) -> Result:
        return strict(score_left(graded, task), [table] if table else [])

    check.__name__ = f"{re.sub(r'[^a-z0-9_]', '_', table.lower())}_is_right" if table else "tables_are_right"
    check.__doc__ = f"Every row of {table or 'each table'} is there, once, with its values."
    return correct(check)


def _robust(task: GradedInstance) -> list[Check]:
    @robust
    def tables_are_right_when_built_again(graded: Graded) -> Result:
        """The project itself makes the tables right, rather than a change made by hand in the database."""
        return strict(rebuild_left(graded, task).score, [])

    @robust
    def a_second_build_changes_nothing(graded: Graded) -> Result:
        """Models that keep the result of an earlier build are still correct after a second build."""
        nodes = rebuild_left(graded, task).build_run.nodes
        if not any(node.materialized in _STATEFUL for node in nodes.values()):
            return Result(True, "no model keeps the result of an earlier build")
        once = strict(rebuild_left(graded, task).score, [])
        return strict(build_twice(graded, task).score, []) if once.passed else once

    @robust
    def order_of_raw_rows_does_not_matter(graded: Graded) -> Result:
        """The tables are right when the rows of raw tables come in the opposite order."""
        if task.learned is None:
            return Result(True, "not tried: no reference shows what may depend on the order")
        settled = [name for name in task.tables if name not in task.learned.unsettled]
        if not settled:
            return Result(True, "not tried: the reference depends on the order as well")
        score = strict(rebuild_left(graded, task).score, settled)
        return strict(rebuild_reordered(graded, task).score, settled) if score.passed else score

    return [tables_are_right_when_built_again, a_second_build_changes_nothing, order_of_raw_rows_does_not_matter]
