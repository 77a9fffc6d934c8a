"""Determines how the agent's part of a trial ended, from its last event, the gateway's log and its exit code."""

from __future__ import annotations

import re
from dataclasses import dataclass

from headwater.records import AgentEnd, AgentReport, Ending, GatewayOutcome, Status

_NOT_EXECUTED = re.compile(r"(?:bwrap: execvp|OCI runtime exec failed:) (.+)")
"""The message of the program that starts the agent, in a sandbox or a container, if that fails. An agent that prints
the same message gains nothing, because it counts as failed in any case."""


@dataclass(frozen=True)
class ProgramEnd:
    """How the agent's program ended.

    Attributes:
        broken: The sandbox limit that the program exceeded, if any.
        exit_code: The exit code, or None if the program had to be killed.
        memory_kills: The number of the program's processes that the kernel killed because memory ran out.
        seconds: The duration of the run.
    """

    broken: tuple[Status, str] | None
    exit_code: int | None
    memory_kills: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class AgentOutcome:
    """The outcome of the agent's part of a trial. The attributes are set only for an agent with a model.

    Attributes:
        outcome: The outcome according to the gateway.
        report: The outcome according to the agent's own log.
        disagreements: The differences between the two outcomes.
    """

    status: Status
    reason: str
    outcome: GatewayOutcome | None = None
    report: AgentReport | None = None
    disagreements: tuple[str, ...] = ()


def judge_program(run: ProgramEnd) -> AgentOutcome:
    """Judge an agent without a model, by its exit code alone."""
    if run.broken is not None:
        return AgentOutcome(*run.broken)
    if run.exit_code == 0:
        return AgentOutcome(Status.OK, "")
    return AgentOutcome(Status.AGENT_ERROR, f"the agent ended with exit code {run.exit_code}{_memory(run)}")


def judge_model_agent(
    run: ProgramEnd, outcome: GatewayOutcome, report: AgentReport, complaint: str
) -> tuple[Status, str]:
    """Judge an agent with a model.

    A trial is excluded only for a fault of the provider that the gateway's own probes confirm. Either the last answer
    to the agent was such a fault, or the agent's time ended while it waited for one answer, and that wait took more
    than half of the agent's time. Otherwise the limits decide and, if none was exceeded, the last event in the agent's
    own log.

    Args:
        run: How the program ended.
        outcome: The outcome according to the gateway.
        report: The outcome according to the agent's own log.
        complaint: The end of the program's standard error.
    """
    if outcome.ending is Ending.INFRA:
        return Status.INFRA_ERROR, f"the model could not be asked: {outcome.reason}"
    is_late = run.broken is not None and run.broken[0] is Status.AGENT_TIMEOUT
    if is_late and outcome.stalled_sec > run.seconds / 2:
        wait_text = f"{outcome.stalled_sec:.0f} s"
        return Status.INFRA_ERROR, f"the model had not answered for {wait_text} when the agent's time was over"
    if outcome.ending is Ending.LIMIT:
        return Status.BUDGET_EXHAUSTED, outcome.reason
    if run.broken is not None:
        return run.broken
    if outcome.ending is Ending.REJECTED:
        return Status.AGENT_ERROR, f"the provider would not take the agent's request: {outcome.reason}"
    if outcome.ending is Ending.SILENT and report.end is not AgentEnd.COMPLETED:
        return Status.AGENT_ERROR, _without_request(run, complaint or report.detail)
    status, reason = _by_report(run, report, complaint)
    if outcome.ending is Ending.FAULT and status is not Status.OK:
        reason += f"; the last answer to it was a fault that counts: {outcome.reason}"
    return status, reason


def _without_request(run: ProgramEnd, detail: str) -> str:
    if found := _NOT_EXECUTED.search(detail):
        return f"the agent's program could not be executed: {found[1]}"
    return f"the agent never asked a model, and ended with exit code {run.exit_code}{_memory(run)}: {detail}"


def _by_report(run: ProgramEnd, report: AgentReport, complaint: str) -> tuple[Status, str]:
    detail = report.detail or complaint
    match report.end:
        case AgentEnd.COMPLETED:
            return Status.OK, ""
        case AgentEnd.LIMIT:
            return Status.AGENT_ERROR, f"the agent stopped at a limit of its own: {detail}"
        case AgentEnd.ERROR | AgentEnd.ABORTED:
            return Status.AGENT_ERROR, f"the agent gave up: {detail}{_memory(run)}"
        case AgentEnd.SILENT:
            what = f"the agent ended with exit code {run.exit_code} before it said that it was done"
            return Status.AGENT_ERROR, f"{what}{_memory(run)}" + (f": {detail}" if detail else "")


def _memory(run: ProgramEnd) -> str:
    if not run.memory_kills:
        return ""
    return f"; the kernel killed {run.memory_kills} of its processes for want of memory"
