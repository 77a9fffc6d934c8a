"""Models the result of grading: checks, gates and the verdict of a trial."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import Field

from headwater.records._base import Record


class Gate(StrEnum):
    """The five gates, in the order in which they are evaluated."""

    FUNCTIONAL = "functional"
    CORRECT = "correct"
    ROBUST = "robust"
    PERFORMANT = "performant"
    PRODUCTION = "production"


class Kind(StrEnum):
    """Whether a check applies to every task or to only one."""

    CORE = "core"
    TASK = "task"


class Outcome(StrEnum):
    """The outcome of one check.

    A check that breaks (raises, or runs out of time or memory) counts as failed, because the agent chose the state on
    which it broke. It is an error only if it also breaks on the control state, which is never the agent's fault.
    """

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"


class ControlState(StrEnum):
    """The state on which a broken check is repeated. It contains nothing from the agent."""

    REFERENCE = "reference"
    """The state that the reference solution leaves."""
    START = "start"
    """The state that the agent was given."""


class ControlRun(Record):
    """The result of a broken check on the control state."""

    state: ControlState
    outcome: Outcome
    message: str


class CheckRecord(Record):
    """The result of an assertion in a gate."""

    name: str
    gate: Gate
    kind: Kind
    required: bool = Field(default=False, description="Whether the gate clears only if this task check passes.")
    outcome: Outcome
    message: str = Field(description="One sentence: what was seen, and what was expected where it failed.")
    details: dict[str, Any] = Field(default_factory=dict, description="The evidence, JSON values only.")
    demand: str = Field(default="", description="Where it stands what the check demands, if the check says so.")
    duration_sec: float
    control: ControlRun | None = Field(
        default=None, description="Where the check broke on what the agent left: the same on the control state."
    )

    @property
    def passed(self) -> bool:
        """Return whether the check passed. An error does not count as passed."""
        return self.outcome is Outcome.PASSED


class GateRecord(Record):
    """The result of a gate with its checks. Gates after a failed gate have no checks and are not cleared."""

    gate: Gate
    cleared: bool
    checks: tuple[CheckRecord, ...] = ()


class Verdict(Record):
    """The verdict of grading on one frozen state."""

    gates: tuple[GateRecord, ...]
    gates_cleared: int = Field(ge=0, le=5, description="Gates cleared before the first failed one.")
    score: float = Field(ge=0, le=1, description="(cleared + pass rate in the first failed gate) / 5; see make_verdict")
    dec_bench_score: float = Field(
        ge=0, le=1, description="The same, with core checks in the fraction: DEC Bench's own code."
    )
    checks_digest: str = Field(default="", description="Of the task's checks and of grading's own code.")
    native: dict[str, float] = Field(
        default_factory=dict, description="The suite's own metrics, by name, beside the gates."
    )

    @property
    def checks(self) -> tuple[CheckRecord, ...]:
        """All checks that were evaluated, in order."""
        return tuple(check for gate in self.gates for check in gate.checks)

    @property
    def errors(self) -> tuple[CheckRecord, ...]:
        """The checks that also break on the control state. A verdict with such a check is not evidence."""
        return tuple(check for check in self.checks if check.outcome is Outcome.ERROR)
