"""Implements the performant gate, which measures the cost of models in rows."""

from __future__ import annotations

from collections.abc import Callable

from headwater.grading import Graded, Result, performant
from headwater.suites.spider2.grading._dbt import DbtNode
from headwater.suites.spider2.grading._instance import GradedInstance
from headwater.suites.spider2.grading._rebuild import look_at_left, rebuild_left
from headwater.suites.spider2.grading._words import ITEMS_SHOWN

FACTOR = 10
"""The maximum ratio of the rows that pass through the engine to those in the models of comparison."""
SPARE = 1_000_000
"""The number of additional rows allowed, which an engine processes in negligible time."""


def limit_of(work: int) -> int:
    """Return the row limit for an agent's models, given the number of rows for the models used for comparison."""
    return FACTOR * work + SPARE


def work_is_in_proportion(task: GradedInstance) -> Callable[[Graded], Result]:
    """Return the check of the performant gate."""

    @performant
    def work_is_in_proportion_to_the_data(graded: Graded) -> Result:
        """All models together pass at most ten times as many rows through the engine as the models of the reference.

        If no reference was built, the check compares with the models that the instance was shipped with.
        """
        nodes, counted = rebuild_left(graded, task).build_run.nodes, look_at_left(graded, task).rows
        if not counted:
            return Result(False, "the models cannot be run once more to count their rows")
        shipped = {uid for uid, node in nodes.items() if _is_shipped(graded, node)}
        if task.learned is None and any(counted[uid] is None for uid in shipped & counted.keys()):
            return Result(True, "not measured: models that were shipped take too long")
        endless = sorted(uid for uid, rows in counted.items() if rows is None and uid not in shipped)
        rows = {uid: rows or 0 for uid, rows in counted.items()}
        work = task.learned.work if task.learned else sum(rows[uid] for uid in shipped & rows.keys())
        total, limit = sum(rows.values()), limit_of(work)
        most = sorted(rows, key=lambda uid: -rows[uid])[:ITEMS_SHOWN]
        message = f"{total:,} rows pass through the engine, where {limit:,} are in proportion"
        details = {"rows": {uid: rows[uid] for uid in most}, "not counted": endless}
        return Result(total <= limit, message if total <= limit else f"{message}; most in {most[0]}", details)

    return work_is_in_proportion_to_the_data


def _is_shipped(graded: Graded, node: DbtNode) -> bool:
    """Return whether a model is unchanged since it was shipped. Models in packages count as unchanged."""
    return not node.own or graded.workspace.shipped_text(node.path) == graded.workspace.read_text(node.path)
