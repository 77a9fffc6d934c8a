"""Exports trajectories to OpenTelemetry, with its semantic conventions for generative AI.

A conversation is a span. Each model answer and each tool call is a child span, and a subagent is a child of the call
that started it. Ids are derived from the trajectory's, so that the same trajectory always gives the same trace.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import atif
from opentelemetry.semconv._incubating.attributes import gen_ai_attributes as gen_ai

_SCOPE = "headwater.trajectories"
_INTERNAL, _CLIENT = 1, 3
_NEVER = datetime.fromtimestamp(0, UTC)
_PROVIDERS = {
    "anthropic": gen_ai.GenAiProviderNameValues.ANTHROPIC.value,
    "responses": gen_ai.GenAiProviderNameValues.OPENAI.value,
    "chat": gen_ai.GenAiProviderNameValues.OPENAI.value,
    "gemini": gen_ai.GenAiProviderNameValues.GCP_GEMINI.value,
}
Dict = dict[str, Any]


def to_otlp(trajectory: atif.Trajectory) -> Dict:
    """Return the trajectory as one OTLP request in JSON, for a collector's ``/v1/traces``."""
    spans = list(_OtlpTrace(trajectory).spans())
    agent = trajectory.agent
    resource = {"service.name": agent.name, "service.version": agent.version}
    scope = {"name": _SCOPE}
    return {
        "resourceSpans": [
            {"resource": {"attributes": _attributes(resource)}, "scopeSpans": [{"scope": scope, "spans": spans}]}
        ]
    }


@dataclass(frozen=True)
class _SpanTimes:
    start: datetime
    end: datetime


class _OtlpTrace:
    def __init__(self, root: atif.Trajectory) -> None:
        self._root = root
        self._session = root.session_id or root.trajectory_id or ""
        seed = f"{self._session}/{root.steps[0].timestamp}/{root.trajectory_id}"
        self._trace_id = hashlib.sha256(seed.encode()).hexdigest()[:32]
        self._callers = {
            ref.trajectory_id: self._id(document, "tool", result.source_call_id)
            for document in self._documents()
            for step in document.steps
            for result in (step.observation.results if step.observation else [])
            for ref in result.subagent_trajectory_ref or []
        }

    def spans(self) -> Iterator[Dict]:
        """Yield all spans, parents first."""
        for document in self._documents():
            yield from self._conversation(document)

    def _documents(self) -> list[atif.Trajectory]:
        return [self._root, *(self._root.subagent_trajectories or [])]

    def _id(self, document: atif.Trajectory, *parts: object) -> str:
        name = "/".join(map(str, (self._trace_id, document.trajectory_id, *parts)))
        return hashlib.sha256(name.encode()).hexdigest()[:16]

    def _conversation(self, document: atif.Trajectory) -> Iterator[Dict]:
        times = [time for step in document.steps for time in _step_times(step)] or [_NEVER]
        span_times = _SpanTimes(min(times), max(times))
        own = self._id(document, "agent")
        root = self._id(self._root, "agent")
        parent = "" if document is self._root else self._callers.get(document.trajectory_id, root)
        yield self._span(
            own,
            parent,
            f"invoke_agent {document.agent.name}",
            _INTERNAL,
            span_times,
            {
                gen_ai.GEN_AI_OPERATION_NAME: gen_ai.GenAiOperationNameValues.INVOKE_AGENT.value,
                gen_ai.GEN_AI_AGENT_NAME: document.agent.name,
                gen_ai.GEN_AI_AGENT_VERSION: document.agent.version,
                gen_ai.GEN_AI_AGENT_ID: document.trajectory_id,
                gen_ai.GEN_AI_CONVERSATION_ID: self._session,
                gen_ai.GEN_AI_REQUEST_MODEL: document.agent.model_name,
                gen_ai.GEN_AI_TOOL_DEFINITIONS: _json(document.agent.tool_definitions),
            },
        )
        prompt: list[Dict] = []
        for step in document.steps:
            if step.source != "agent":
                prompt.append({"role": step.source, "parts": [_text(str(step.message))]})
            elif step.llm_call_count:
                yield self._answer(document, step, own, prompt)
                prompt = []
            yield from self._tools(document, step, own)

    def _answer(self, document: atif.Trajectory, step: atif.Step, parent: str, prompt: list[Dict]) -> Dict:
        extra = step.extra or {}
        metrics = step.metrics or atif.Metrics()
        counted = metrics.extra or {}
        start, end = (_step_times(step) * 2)[:2]
        parts = [_text(str(step.message))] if step.message else []
        if step.reasoning_content:
            parts.insert(0, {"type": "reasoning", "content": step.reasoning_content})
        for call in step.tool_calls or []:
            part = {"type": "tool_call", "id": call.tool_call_id, "name": call.function_name}
            parts.append(part | {"arguments": call.arguments})
        stop = extra.get("stop_reason", "")
        answer = [{"role": "assistant", "parts": parts, "finish_reason": stop}]
        return self._span(
            self._id(document, "step", step.step_id),
            parent,
            f"chat {step.model_name}",
            _CLIENT,
            _SpanTimes(start, end),
            {
                gen_ai.GEN_AI_OPERATION_NAME: gen_ai.GenAiOperationNameValues.CHAT.value,
                gen_ai.GEN_AI_PROVIDER_NAME: _PROVIDERS.get(extra.get("protocol", "")),
                gen_ai.GEN_AI_REQUEST_MODEL: document.agent.model_name,
                gen_ai.GEN_AI_RESPONSE_MODEL: step.model_name,
                gen_ai.GEN_AI_RESPONSE_ID: extra.get("response_id"),
                gen_ai.GEN_AI_RESPONSE_FINISH_REASONS: [stop] if stop else None,
                gen_ai.GEN_AI_RESPONSE_TIME_TO_FIRST_CHUNK: extra.get("ttft_sec"),
                gen_ai.GEN_AI_CONVERSATION_ID: self._session,
                gen_ai.GEN_AI_USAGE_INPUT_TOKENS: metrics.prompt_tokens,
                gen_ai.GEN_AI_USAGE_OUTPUT_TOKENS: metrics.completion_tokens,
                gen_ai.GEN_AI_USAGE_CACHE_READ_INPUT_TOKENS: metrics.cached_tokens,
                gen_ai.GEN_AI_USAGE_CACHE_CREATION_INPUT_TOKENS: counted.get("cache_write_tokens"),
                gen_ai.GEN_AI_USAGE_REASONING_OUTPUT_TOKENS: counted.get("reasoning_tokens"),
                gen_ai.GEN_AI_INPUT_MESSAGES: _json(prompt),
                gen_ai.GEN_AI_OUTPUT_MESSAGES: _json(answer),
                "headwater.cost_usd": metrics.cost_usd,
                "headwater.retries": len(extra.get("retries", [])),
            },
        )

    def _tools(self, document: atif.Trajectory, step: atif.Step, parent: str) -> Iterator[Dict]:
        results = {result.source_call_id: result for result in (step.observation.results if step.observation else [])}
        for call in step.tool_calls or []:
            extra = call.extra or {}
            end_of_step = step.timestamp or ""
            start = extra.get("started_at") or extra.get("not_before") or end_of_step
            end = extra.get("ended_at") or extra.get("not_after") or start
            result = results.get(call.tool_call_id)
            yield self._span(
                self._id(document, "tool", call.tool_call_id),
                parent,
                f"execute_tool {call.function_name}",
                _INTERNAL,
                _SpanTimes(datetime.fromisoformat(start), datetime.fromisoformat(end)),
                {
                    gen_ai.GEN_AI_OPERATION_NAME: gen_ai.GenAiOperationNameValues.EXECUTE_TOOL.value,
                    gen_ai.GEN_AI_TOOL_NAME: call.function_name,
                    gen_ai.GEN_AI_TOOL_TYPE: "function",
                    gen_ai.GEN_AI_TOOL_CALL_ID: call.tool_call_id,
                    gen_ai.GEN_AI_TOOL_CALL_ARGUMENTS: _json(call.arguments),
                    gen_ai.GEN_AI_TOOL_CALL_RESULT: str(result.content) if result and result.content else None,
                    "process.exit.code": extra.get("exit_code"),
                    "headwater.times_are_bounds": "started_at" not in extra,
                },
                failed=bool(extra.get("exit_code")) or bool(result and (result.extra or {}).get("is_error")),
            )

    def _span(
        self,
        span_id: str,
        parent: str,
        name: str,
        kind: int,
        times: _SpanTimes,
        attributes: Dict,
        *,
        failed: bool = False,
    ) -> Dict:
        span = {
            "traceId": self._trace_id,
            "spanId": span_id,
            "name": name,
            "kind": kind,
            "startTimeUnixNano": _nanoseconds(times.start),
            "endTimeUnixNano": _nanoseconds(max(times.start, times.end)),
            "attributes": _attributes(attributes),
        }
        if parent:
            span["parentSpanId"] = parent
        if failed:
            span["status"] = {"code": 2}
        return span


def _step_times(step: atif.Step) -> list[datetime]:
    """Return the start time of a step, if it is known, and its end time."""
    texts = [(step.extra or {}).get("asked_at"), step.timestamp]
    return [datetime.fromisoformat(text) for text in texts if text]


def _text(content: str) -> Dict:
    return {"type": "text", "content": content}


def _json(value: Any) -> str | None:
    return json.dumps(value, ensure_ascii=False) if value else None


def _nanoseconds(time: datetime) -> str:
    """Return nanoseconds as text, as OTLP writes 64-bit integers.

    They are computed from whole microseconds, to avoid float rounding.
    """
    return str(int(time.timestamp()) * 1_000_000_000 + time.microsecond * 1000)


def _attributes(values: Dict) -> list[Dict]:
    present = ((name, value) for name, value in values.items() if value is not None and value != "")
    return [{"key": name, "value": _value(value)} for name, value in present]


def _value(value: Any) -> Dict:
    match value:
        case bool():
            return {"boolValue": value}
        case int():
            return {"intValue": str(value)}
        case float():
            return {"doubleValue": value}
        case list():
            return {"arrayValue": {"values": [_value(item) for item in value]}}
        case _:
            return {"stringValue": str(value)}
