"""Opens the databases of one base for the judge, and reports the errors that an agent's texts can raise there."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from headwater.dbt.engine import BuildLimits, DuckDBConnection, Plan
from headwater.suites.warehouse.base import Base
from headwater.suites.warehouse.judge._records import JudgeInput, Judgement

RAISED = (ValueError, RuntimeError)
"""Exceptions that hostile texts can still raise.

They are reported like other errors of the work, because the agent would get no verdict if its texts stopped the judge.
Code that handles only the solution is outside these handlers.
"""
_LIMITS = BuildLimits(memory_mb=2048, threads=2, statement_sec=60.0)


@dataclass(frozen=True)
class OpenedWork:
    """What the judge opens: the data of one base, and the agent's databases.

    Attributes:
        stored: The unique ids of the relations whose stored tables count.
    """

    work: JudgeInput
    base: Base
    given_file: Path | None
    left_file: Path | None
    stored: tuple[str, ...]


def connected(opened: OpenedWork) -> DuckDBConnection:
    """Return a connection to the raw tables and the clean relations of the base, and to the agent's databases.

    Raises:
        StatementError: The warehouse that the agent left cannot be opened.
    """
    return DuckDBConnection(
        opened.base.plan.database,
        opened.base.raw,
        base=opened.base.relations,
        inject=opened.work.task.inject,
        given_file=opened.given_file,
        stored_file=opened.left_file,
        limits=_LIMITS,
    )


def refused(plan: Plan, base: Base) -> Judgement | None:
    """Return the judgement of a project that does not parse or that breaks the rules."""
    new = sorted(plan.overrides.keys() - base.plan.overrides.keys())
    refusals = [*plan.refusals, *(f"{plan.overrides[name]}: redefines dbt's macro {name}" for name in new)]
    if plan.errors or refusals:
        return Judgement(errors=tuple(plan.errors[:20]), refusals=tuple(refusals[:20]))
    return None


def error_text(error: BaseException) -> str:
    """Return one short line about an error that an agent's texts raised."""
    return f"{type(error).__name__}: {error}"[:200]
