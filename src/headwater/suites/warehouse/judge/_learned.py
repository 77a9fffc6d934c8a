"""Stores the results that were computed when a break was proven, so that no statement runs twice on the same rows."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from headwater.dbt.engine import StepResult, TestResult


class Learned(BaseModel):
    """The results of a break's actions, keyed by the digest of the action.

    Attributes:
        tables: The schemas and names of the tables in the broken workspace's warehouse, keyed by action.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    steps: dict[str, StepResult] = {}
    tests: dict[str, TestResult] = {}
    tables: dict[str, tuple[str, str]] = {}
