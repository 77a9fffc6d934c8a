"""Builds a trajectory from the commands of a shell session, for an agent without a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import atif

from headwater.trajectories._build import VERSION
from headwater.trajectories._identity import AgentIdentity

_NOTES = "Built from the log of a shell session: a step is a command. No model was asked."


@dataclass(frozen=True)
class ShellRun:
    """A command that ran in the session.

    Attributes:
        command: The command as entered.
        output: The output while it ran.
        started_at: The start time with a time zone.
        ended_at: The end time with a time zone.
        exit_code: The exit code, or None if the command was still running at the end of the session.
    """

    command: str
    output: str
    started_at: datetime | None = None
    ended_at: datetime | None = None
    exit_code: int | None = None


def build_session(
    runs: Sequence[ShellRun],
    agent: AgentIdentity,
    *,
    prompt: str,
    started_at: datetime | None,
    end: str,
    reason: str = "",
    session_id: str = "",
) -> atif.Trajectory:
    """Return the session as an ATIF document.

    Args:
        runs: The commands, in order.
        agent: The agent.
        prompt: The text that the person was shown.
        started_at: The time at which the prompt was shown.
        end: How the session ended.
        reason: A remark on how it ended.
        session_id: The trial's id.
    """
    steps = [atif.Step(step_id=1, source="user", message=prompt, timestamp=_iso(started_at))]
    steps += [_step(number, run) for number, run in enumerate(runs, start=2)]
    return atif.Trajectory(
        schema_version=VERSION,
        session_id=session_id or None,
        trajectory_id="session",
        agent=atif.Agent(name=agent.name, version=agent.version, extra=agent.extra or None),
        steps=steps,
        notes=_NOTES,
        final_metrics=atif.FinalMetrics(total_steps=len(steps), extra={"commands": len(runs)}),
        extra={"kind": "session", "ending": end or "cut off", "reason": reason},
    )


def _step(number: int, run: ShellRun) -> atif.Step:
    call = f"command-{number - 1}"
    started = _iso(run.started_at)
    times = {"started_at": started, "ended_at": _iso(run.ended_at), "exit_code": run.exit_code}
    return atif.Step(
        step_id=number,
        timestamp=started,
        source="agent",
        message="",
        llm_call_count=0,
        tool_calls=[
            atif.ToolCall(
                tool_call_id=call,
                function_name="bash",
                arguments={"command": run.command},
                extra={name: value for name, value in times.items() if value is not None},
            )
        ],
        observation=atif.Observation(
            results=[
                atif.ObservationResult(
                    source_call_id=call, content=run.output, extra={"is_error": True} if run.exit_code else None
                )
            ]
        ),
    )


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
