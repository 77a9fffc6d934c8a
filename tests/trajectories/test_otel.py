"""Spans named by the semantic conventions."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import atif

from headwater.trajectories import to_otlp


def trajectory() -> atif.Trajectory:
    request, answered, ended = (f"2026-11-20T10:00:0{second}.250000+00:00" for second in (1, 3, 5))
    call = atif.ToolCall(
        tool_call_id="c1",
        function_name="Task",
        arguments={"prompt": "count"},
        extra={"started_at": answered, "ended_at": ended, "exit_code": 1},
    )
    ref = atif.SubagentTrajectoryRef(trajectory_id="subagent-1")
    result = atif.ObservationResult(source_call_id="c1", content="42", subagent_trajectory_ref=[ref])
    step = atif.Step(
        step_id=2,
        source="agent",
        message="I delegate.",
        model_name="claude-sonnet-4-6",
        timestamp=answered,
        tool_calls=[call],
        observation=atif.Observation(results=[result]),
        metrics=atif.Metrics(
            prompt_tokens=1200,
            cached_tokens=300,
            completion_tokens=80,
            cost_usd=0.5,
            extra={"cache_write_tokens": 200, "reasoning_tokens": 30},
        ),
        llm_call_count=1,
        extra={"asked_at": request, "protocol": "anthropic", "stop_reason": "tool_use", "ttft_sec": 0.7},
    )
    agent = atif.Agent(name="claude-code", version="2.1.330", model_name="claude-sonnet-4-6")
    user = atif.Step(step_id=1, source="user", message="Do it.", timestamp=request)
    inner = atif.Step(step_id=1, source="user", message="count", timestamp=answered)
    return atif.Trajectory(
        schema_version="ATIF-v1.8",
        session_id="trial-1",
        trajectory_id="main",
        agent=agent,
        steps=[user, step],
        subagent_trajectories=[
            atif.Trajectory(schema_version="ATIF-v1.8", trajectory_id="subagent-1", agent=agent, steps=[inner])
        ],
    )


def spans() -> dict[str, dict[str, Any]]:
    (resource,) = to_otlp(trajectory())["resourceSpans"]
    return {f"{number} {span['name']}": span for number, span in enumerate(resource["scopeSpans"][0]["spans"])}


def attributes(span: dict[str, Any]) -> dict[str, Any]:
    return {one["key"]: next(iter(one["value"].values())) for one in span["attributes"]}


def test_spans_are_nested() -> None:
    found = spans()

    assert list(found) == [
        "0 invoke_agent claude-code",
        "1 chat claude-sonnet-4-6",
        "2 execute_tool Task",
        "3 invoke_agent claude-code",
    ]
    root, chat, tool, subagent = found.values()
    assert "parentSpanId" not in root
    assert chat["parentSpanId"] == tool["parentSpanId"] == root["spanId"]
    assert subagent["parentSpanId"] == tool["spanId"]
    assert len({span["traceId"] for span in found.values()}) == 1
    assert all(len(span["traceId"]) == 32 and len(span["spanId"]) == 16 for span in found.values())
    assert len({span["spanId"] for span in found.values()}) == 4


def test_a_span_of_the_model_has_its_attributes() -> None:
    chat = spans()["1 chat claude-sonnet-4-6"]
    output = attributes(chat)

    assert output["gen_ai.operation.name"] == "chat"
    assert output["gen_ai.provider.name"] == "anthropic"
    assert output["gen_ai.usage.input_tokens"] == "1200"
    assert output["gen_ai.usage.cache_read.input_tokens"] == "300"
    assert output["gen_ai.usage.cache_creation.input_tokens"] == "200"
    assert output["gen_ai.usage.reasoning.output_tokens"] == "30"
    assert output["gen_ai.response.time_to_first_chunk"] == 0.7
    assert '"Do it."' in output["gen_ai.input.messages"]
    assert '"tool_call"' in output["gen_ai.output.messages"]
    start = datetime.fromisoformat("2026-11-20T10:00:01.250000+00:00").timestamp()
    assert int(chat["startTimeUnixNano"]) == int(start * 1e6) * 1000
    assert int(chat["endTimeUnixNano"]) - int(chat["startTimeUnixNano"]) == 2_000_000_000


def test_a_span_of_a_tool_has_its_attributes() -> None:
    tool = spans()["2 execute_tool Task"]
    output = attributes(tool)

    assert output["gen_ai.tool.call.id"] == "c1"
    assert output["gen_ai.tool.call.result"] == "42"
    assert output["process.exit.code"] == "1"
    assert output["headwater.times_are_bounds"] is False
    assert tool["status"] == {"code": 2}


def test_the_same_trajectory_is_the_same_trace() -> None:
    assert to_otlp(trajectory()) == to_otlp(trajectory())
