"""Defines the models for verification results."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class CheckStatus(StrEnum):
    """The result of a check."""

    OK = "ok"
    FAILED = "failed"
    WARNING = "warning"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class ModelCheck:
    """A check of a model's table.

    Attributes:
        about: ``built``, ``columns``, ``types``, ``tests``, ``grain``, ``nulls`` or ``rows``.
    """

    verdict: CheckStatus
    about: str
    message: str


@dataclass(frozen=True)
class ModelVerification:
    """The results of verifying a model, with the checks in reading order."""

    model: str
    table: str
    rows: int
    checks: tuple[ModelCheck, ...]

    @property
    def failed(self) -> int:
        """The number of failed checks."""
        return sum(check.verdict is CheckStatus.FAILED for check in self.checks)
