"""What a break's own proof found, so that nothing is run twice on the same rows."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from headwater.dbt.engine import StepResult, TestResult


class Learned(BaseModel):
    """Results by action.

    Attributes:
        tables: Schema and name of what the warehouse of the broken workspace has as a table, by action.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    steps: dict[str, StepResult] = {}
    tests: dict[str, TestResult] = {}
    tables: dict[str, tuple[str, str]] = {}
