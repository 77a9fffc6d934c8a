"""Builds a trajectory from a wire log."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import atif

from headwater.errors import NotFoundError
from headwater.gateway import Thread, ThreadKind, Totals, WireLog, find_threads, outcome_of, totals_of
from headwater.trajectories._identity import AgentIdentity, ToolEvent
from headwater.trajectories._steps import StepBuilder

VERSION = "ATIF-v1.8"
_NOTES = (
    "Built from the requests between the agent and its model. final_metrics are of the whole run, with what is in"
    " subagent_trajectories: subagents, and side requests without tools such as titles and summaries."
)


def build_trajectory(
    log: WireLog, agent: AgentIdentity, *, session_id: str = "", tools: Sequence[ToolEvent] = ()
) -> atif.Trajectory:
    """Return the agent's actions as an ATIF document.

    Subagents and side requests are embedded, and the tool call that started a subagent refers to it. Facts without a
    field in ATIF are in ``extra``: for a step, the time to the first token, retries, the stop reason and the rates of
    its price; for its metrics, cache writes and reasoning; for a tool call, its start, end and exit code.

    Args:
        log: The complete wire log of the run.
        agent: The agent.
        session_id: The trial's id.
        tools: Tool calls from the CLI's own log. Without them a call has ``not_before`` and ``not_after``, the times of
            the answer that requested it and of the request with its result.

    Raises:
        NotFoundError: The agent never used a model, so there is no trajectory.
    """
    threads = find_threads(log)
    if not threads:
        raise NotFoundError("there is no trajectory, because the agent never asked a model")
    events = {event.call_id: event for event in tools}
    builders = {thread.id: StepBuilder(thread, events) for thread in threads}
    for thread in threads:
        if place := builders[thread.parent].observe(thread.call_id) if thread.parent else None:
            place.subagent_trajectory_ref = [atif.SubagentTrajectoryRef(trajectory_id=thread.id)]
    main = next((thread for thread in threads if thread.kind is ThreadKind.MAIN), threads[0])
    embedded = [
        _document(
            thread, builders[thread.id], agent, session_id, totals_of(request.exchange for request in thread.requests)
        )
        for thread in threads
        if thread is not main
    ]
    outcome = outcome_of(log)
    document = _document(main, builders[main.id], agent, session_id, outcome.totals)
    document.notes = _NOTES
    document.subagent_trajectories = embedded or None
    assert document.extra is not None
    document.extra |= {"ending": outcome.ending.value, "reason": outcome.reason, "provider_sec": outcome.provider_sec}
    return atif.Trajectory.model_validate(document.model_dump())


def _document(
    thread: Thread, builder: StepBuilder, agent: AgentIdentity, session_id: str, totals: Totals
) -> atif.Trajectory:
    first = thread.requests[0]
    steps = builder.steps or [atif.Step(step_id=1, source="system", message="The request held no messages.")]
    return atif.Trajectory(
        schema_version=VERSION,
        session_id=session_id or None,
        trajectory_id=thread.id,
        agent=atif.Agent(
            name=agent.name,
            version=agent.version,
            model_name=agent.model or first.conversation.model or None,
            tool_definitions=[_definition(tool.model_dump()) for tool in first.conversation.tools] or None,
            extra=agent.extra or None,
        ),
        steps=steps,
        final_metrics=_final(totals, len(steps)),
        extra={"kind": thread.kind.value, "failed_requests": builder.failed},
    )


def _definition(tool: dict[str, Any]) -> dict[str, Any]:
    return {"type": "function", "function": tool}


def _final(totals: Totals, steps: int) -> atif.FinalMetrics:
    def number(usd: Decimal | None) -> float | None:
        return None if usd is None else float(usd)

    return atif.FinalMetrics(
        total_prompt_tokens=totals.usage.input,
        total_completion_tokens=totals.usage.output,
        total_cached_tokens=totals.usage.cached,
        total_cost_usd=number(totals.cost_usd),
        total_steps=steps,
        extra={
            "total_cache_write_tokens": totals.usage.cache_write,
            "total_reasoning_tokens": totals.usage.reasoning,
            "known_cost_usd": number(totals.priced_usd),
            "unpriced_requests": totals.unpriced,
            "turns": totals.turns,
            "requests": totals.requests,
            "retries": totals.retries,
            "faults": totals.faults,
        },
    )
