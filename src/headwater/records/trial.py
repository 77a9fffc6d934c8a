"""Models for the on-disk record of a trial."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from pydantic import Field

from headwater.records._base import OneLine, Record
from headwater.records.agent import AgentReport
from headwater.records.host import TrialFault
from headwater.records.job import TrialSpec
from headwater.records.wire import GatewayOutcome


class Status(StrEnum):
    """A trial's status, which determines whether the trial is evidence."""

    OK = "ok"
    AGENT_ERROR = "agent_error"
    AGENT_TIMEOUT = "agent_timeout"
    BUDGET_EXHAUSTED = "budget_exhausted"
    INFRA_ERROR = "infra_error"
    INVALID = "invalid"

    @property
    def is_evidence(self) -> bool:
        """Return whether the trial counts in scores, which it does unless the machine, a service or a check failed."""
        return self not in (Status.INFRA_ERROR, Status.INVALID)


class Digests(Record):
    """The digests of everything that determines the result. Results with different digests are not compared.

    The digest of the checks is in the verdict, because a state can be regraded with other checks.
    """

    task: str
    harness: str
    agent: str
    prompt: str | None = Field(default=None, description="Of the instruction in the trial's prompt variant.")
    snapshot: str = Field(description="The exact build of the starting state; needed to grade again.")
    prepared: str | None = Field(default=None, description="What the harness made of the starting state, if it did.")


class Phase(Record):
    """A phase of a trial, with its duration."""

    name: str
    seconds: float


class TrialRecord(Record):
    """The record of a trial without its verdicts, which are stored next to it and can be added later."""

    spec: TrialSpec
    status: Status
    reason: OneLine = Field(default="", description="Why the status is not ok.")
    started_at: datetime
    exit_code: int | None = None
    timeout_sec: float | None = Field(default=None, description="Seconds that the agent had; older records lack it.")
    phases: tuple[Phase, ...] = ()
    digests: Digests | None = None
    isolation: tuple[str, ...] = Field(default=(), description="What this machine could not isolate.")
    attempts: int = Field(default=1, ge=1, description="A trial that a fault ends is run again.")
    faults: tuple[TrialFault, ...] = Field(default=(), description="What ended attempts, and what the host was like.")
    headwater_version: str = ""
    model: GatewayOutcome | None = Field(
        default=None, description="What the gateway counted, if the agent has a model: the truth about tokens and cost."
    )
    preparation: GatewayOutcome | None = Field(
        default=None,
        description="The same of the model that the harness asked when it was prepared for the starting state, which "
        "was once for all trials that share it; no part of `model`.",
    )
    report: AgentReport | None = Field(default=None, description="What the agent's own log says of the same.")
    disagreements: tuple[str, ...] = Field(default=(), description="Where the two differ, a line each.")
