"""What a break's own proof found, so that nothing is run twice on the same rows."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from headwater.suites.warehouse.engine import StepResult, TestResult


class Learned(BaseModel):
    """Results by action, for which there are no tables."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    steps: dict[str, StepResult] = {}
    tests: dict[str, TestResult] = {}
