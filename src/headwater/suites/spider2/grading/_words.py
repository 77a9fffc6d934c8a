"""Formats the messages of checks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from headwater.grading import Result
from headwater.suites.spider2.scoring import InstanceScore

ITEMS_SHOWN = 5


def strict(score: InstanceScore, tables: Sequence[str]) -> Result:
    """Return a check result that states whether the strict grader finds the given tables, or all tables, right."""
    chosen = [table for table in score.strict if not tables or table.table in tables]
    wrong = [f"{table.table}: {table.reason}" for table in chosen if not table.passed]
    if score.problem or not chosen:
        return Result(False, score.problem or "nothing was compared")
    rows = [row for table in chosen for row in table.rows]
    return Result(not wrong, "; ".join(wrong) or "every row is right", {"rows": rows[:ITEMS_SHOWN]})


def names(what: str, values: Iterable[str]) -> str:
    """Return a message that lists the first items and says how many more there are."""
    each = list(values)
    more = f" and {len(each) - ITEMS_SHOWN} more" if len(each) > ITEMS_SHOWN else ""
    return f"{what}: {', '.join(each[:ITEMS_SHOWN])}{more}"
