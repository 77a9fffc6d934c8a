"""Models of verification results; they are pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """The result of a check."""

    OK = "ok"
    FAILED = "failed"
    WARNING = "warning"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Check:
    """One check of a model's table.

    Attributes:
        about: ``built``, ``columns``, ``types``, ``tests``, ``grain``, ``nulls`` or ``rows``.
    """

    verdict: Verdict
    about: str
    message: str


@dataclass(frozen=True)
class Verified:
    """The verification of a model, with its checks in reading order."""

    model: str
    table: str
    rows: int
    checks: tuple[Check, ...]

    @property
    def failed(self) -> int:
        """The number of failed checks."""
        return sum(check.verdict is Verdict.FAILED for check in self.checks)
