"""What a verification says. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """How a check ended."""

    OK = "ok"
    FAILED = "failed"
    WARNING = "warning"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Check:
    """One thing that was looked at.

    Attributes:
        about: ``built``, ``columns``, ``types``, ``tests``, ``grain``, ``nulls`` or ``rows``.
    """

    verdict: Verdict
    about: str
    message: str


@dataclass(frozen=True)
class Verified:
    """What was found of a model; checks in the order in which they are best read."""

    model: str
    table: str
    rows: int
    checks: tuple[Check, ...]

    @property
    def failed(self) -> int:
        """How many checks failed."""
        return sum(check.verdict is Verdict.FAILED for check in self.checks)
