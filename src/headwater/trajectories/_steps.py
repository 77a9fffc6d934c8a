"""Builds the steps of one conversation."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import atif

from headwater.gateway import Answerer, Fault, LoggedRequest, Thread
from headwater.records.conversation import ChatMessage, Reply, Role, ToolCall
from headwater.records.wire import RequestEnded
from headwater.trajectories._identity import ToolEvent

Dict = dict[str, Any]


class StepBuilder:
    """Reads the requests in a thread in order, and adds the new messages and the answer of each request."""

    def __init__(self, thread: Thread, events: Mapping[str, ToolEvent]) -> None:
        self.steps: list[atif.Step] = []
        self.failed: list[Dict] = []
        """Requests that failed."""
        self._events = events
        self._known: set[bytes] = set()
        self._texts: set[str] = set()
        self._system: set[str] = set()
        self._calls: dict[str, atif.Step] = {}
        self._own_id: dict[str, str] = {}
        for number, segment in enumerate(thread.segments):
            if number:
                self._compacted(segment[0])
            for logged in segment:
                self._take(logged)

    def observe(self, call_id: str) -> atif.ObservationResult | None:
        """Return the result of a call, creating it if it is missing, or None if the call is unknown."""
        own = self._own_id.get(call_id, call_id)
        step = self._calls.get(own)
        return None if step is None else _result(step, own)

    def _add(self, step: atif.Step) -> atif.Step:
        self.steps.append(step)
        if step.source == "agent":
            self._texts.add(str(step.message).strip())
        return step

    def _step(self, at: datetime, **fields: Any) -> atif.Step:
        return self._add(atif.Step(step_id=len(self.steps) + 1, timestamp=at.isoformat(), **fields))

    def _compacted(self, first: LoggedRequest) -> None:
        """Add a step for the compaction of the conversation, with the remaining messages.

        ATIF's convention is a system step whose observation is the complete remaining context.
        """
        messages = [message for message in first.conversation.messages if message.role is not Role.SYSTEM]
        self._known.update(first.prefixes)
        self._step(
            first.exchange.request.at,
            source="system",
            message="The agent's context was compacted.",
            observation=atif.Observation(
                results=[
                    atif.ObservationResult(content=_as_text(message), extra={"role": message.role.value})
                    for message in messages
                ]
            ),
            extra={"context_management": {"type": "compaction", "boundary": "replace"}},
        )

    def _take(self, logged: LoggedRequest) -> None:
        at = logged.exchange.request.at
        prefixes = iter(logged.prefixes)
        for message in logged.conversation.messages:
            if message.role is Role.SYSTEM:
                self._take_system(message, at)
                continue
            prefix = next(prefixes)
            if prefix not in self._known:
                self._known.add(prefix)
                self._take_message(message, at)
        if logged.exchange.response is not None:
            self._take_response(logged, logged.exchange.response)
        else:
            self.failed.append({"request_id": logged.number, "at": at.isoformat(), "error": "the answer is not known"})

    def _take_system(self, message: ChatMessage, at: datetime) -> None:
        if message.text and message.text not in self._system:
            self._system.add(message.text)
            self._step(at, source="system", message=message.text)

    def _take_message(self, message: ChatMessage, at: datetime) -> None:
        if message.role is Role.ASSISTANT:
            if not self._is_ours(message):
                self._step(
                    at,
                    source="agent",
                    message=message.text,
                    llm_call_count=0,
                    extra={"inserted": "the agent put this into the model's mouth"},
                )
            return
        for result in message.tool_results:
            place = self.observe(result.call_id)
            if place is None:
                self._step(at, source="user", message=result.content, extra={"tool_call_id": result.call_id})
                continue
            place.content = result.content
            extra = {"is_error": True} if result.is_error else {}
            place.extra = extra or None
            self._bound(result.call_id, at)
        if message.text:
            self._step(at, source="user", message=message.text)

    def _is_ours(self, message: ChatMessage) -> bool:
        """Return whether the model wrote this message, according to the log."""
        if message.tool_calls:
            return any(call.id in self._calls for call in message.tool_calls) or self._is_renamed(message)
        text = message.text.strip()
        return not text or text in self._texts

    def _is_renamed(self, message: ChatMessage) -> bool:
        """Return whether these calls are the last answer's calls under ids that the agent assigned.

        If so, record both ids.
        """
        last = next((step for step in reversed(self.steps) if step.source == "agent"), None)
        last_calls = [] if last is None else last.tool_calls or []
        message_calls = [(call.name, _arguments(call)) for call in message.tool_calls]
        if message_calls != [(call.function_name, call.arguments) for call in last_calls]:
            return False
        self._own_id |= {
            message_call.id: recorded_call.tool_call_id
            for message_call, recorded_call in zip(message.tool_calls, last_calls, strict=True)
        }
        return True

    def _bound(self, call_id: str, at: datetime) -> None:
        """Set an upper bound for the end of a call without reported times: it ended before the next request."""
        own = self._own_id.get(call_id, call_id)
        for call in self._calls[own].tool_calls or []:
            extra = call.extra
            if call.tool_call_id == own and extra is not None and not {"ended_at", "not_after"} & set(extra):
                extra["not_after"] = at.isoformat()

    def _take_response(self, logged: LoggedRequest, response: RequestEnded) -> None:
        reply = response.reply
        if reply is None or not _is_answer(response, reply):
            self.failed.append(_failure(logged, response))
            return
        from_model = response.answerer in (Answerer.PROVIDER, Answerer.CASSETTE)
        calls = [self._call(call, response, number) for number, call in enumerate(reply.tool_calls)]
        step = self._step(
            response.at,
            source="agent",
            model_name=reply.model or logged.exchange.request.model,
            reasoning_effort=logged.conversation.effort or None,
            message=reply.text,
            reasoning_content=(reply.reasoning or None) if from_model else None,
            tool_calls=calls or None,
            metrics=_metrics(response) if from_model else None,
            llm_call_count=1 if from_model else 0,
            extra=_extra(logged, response),
        )
        self._calls |= {call.tool_call_id: step for call in calls}

    def _call(self, call: ToolCall, response: RequestEnded, number: int) -> atif.ToolCall:
        call_id = call.id or f"request-{response.id}-{number}"
        extra: Dict = {"namespace": call.namespace} if call.namespace else {}
        event = self._events.get(call_id)
        if event is not None:
            times = {"started_at": event.started_at, "ended_at": event.ended_at}
            extra |= {name: at.isoformat() for name, at in times.items() if at is not None}
            extra |= {"exit_code": event.exit_code} if event.exit_code is not None else {}
        else:
            extra["not_before"] = response.at.isoformat()
        return atif.ToolCall(tool_call_id=call_id, function_name=call.name, arguments=_arguments(call), extra=extra)


def _arguments(call: ToolCall) -> Dict:
    """Return arguments as the object that ATIF requires.

    Text from freeform tools or broken JSON becomes its ``input``.
    """
    return call.arguments if isinstance(call.arguments, dict) else {"input": call.arguments}


def _result(step: atif.Step, call_id: str) -> atif.ObservationResult:
    if step.observation is None:
        step.observation = atif.Observation(results=[])
    found = next((result for result in step.observation.results if result.source_call_id == call_id), None)
    if found is None:
        found = atif.ObservationResult(source_call_id=call_id)
        step.observation.results.append(found)
    return found


def _is_answer(response: RequestEnded, reply: Reply) -> bool:
    """Return whether the agent received the answer completely or, before an interruption, in part."""
    if response.fault is Fault.INTERRUPTED:
        return bool(reply.text or reply.reasoning or reply.tool_calls)
    return response.fault is Fault.NONE


def _metrics(response: RequestEnded) -> atif.Metrics | None:
    usage = response.usage
    if usage is None:
        return None
    return atif.Metrics(
        prompt_tokens=usage.input,
        completion_tokens=usage.output,
        cached_tokens=usage.cached,
        cost_usd=float(response.price.usd) if response.price is not None else None,
        extra={
            "cache_write_tokens": usage.cache_write,
            "cache_write_1h_tokens": usage.cache_write_1h,
            "reasoning_tokens": usage.reasoning,
            "is_final": response.usage_is_final,
        },
    )


def _extra(logged: LoggedRequest, response: RequestEnded) -> Dict:
    request = logged.exchange.request
    extra: Dict = {
        "request_id": request.id,
        "protocol": request.protocol.value,
        "asked_at": request.at.isoformat(),
        "seconds": response.seconds,
        "ttft_sec": response.ttft_sec,
        "stop_reason": response.reply.stop_reason if response.reply is not None else "",
        "response_id": response.reply.id if response.reply is not None else "",
        "answered_by": response.answerer.value,
        "retries": [attempt.model_dump(mode="json") for attempt in response.attempts],
        "price": response.price.model_dump(mode="json", exclude_none=True) if response.price is not None else None,
        "removed_tools": list(request.removed),
    }
    if response.fault is not Fault.NONE:
        extra["fault"] = response.fault.value
    return {name: value for name, value in extra.items() if value not in (None, "", [])}


def _failure(logged: LoggedRequest, response: RequestEnded) -> Dict:
    failure: Dict = {
        "request_id": logged.number,
        "at": response.at.isoformat(),
        "status": response.status,
        "fault": response.fault.value,
        "error": response.error,
        "answered_by": response.answerer.value,
        "retries": [attempt.model_dump(mode="json") for attempt in response.attempts],
    }
    if response.reply is not None and response.reply.text:
        failure["cut_text"] = response.reply.text
    return failure


def _as_text(message: ChatMessage) -> str:
    calls = [f"[{call.name} {call.arguments}]" for call in message.tool_calls]
    results = [f"[result of {result.call_id}] {result.content}" for result in message.tool_results]
    return "\n".join(part for part in (message.text, *calls, *results) if part)
