"""Implements Gemini generateContent."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any

from headwater.gateway.protocols._base import (
    PIECE,
    PROBE,
    PROBE_TOKENS,
    Assembler,
    Dialect,
    Memo,
    ScriptedAnswer,
    split_system,
)
from headwater.gateway.protocols._shape import as_object, count, joined, mapping, mappings, media, pieces, string
from headwater.gateway.protocols._sse import event
from headwater.records.conversation import ChatMessage, Conversation, Reply, Role, ToolCall, ToolDefinition, ToolResult
from headwater.records.usage import Usage

_CLIENT_TOOLS = ("functionDeclarations", "function_declarations", "computerUse", "computer_use")
GENERATION_CONFIG = ("generationConfig", "generation_config")
"""The names of a request's generation settings. Google accepts every name in both spellings."""
_CANDIDATES = ("candidateCount", "candidate_count")
"""Fields that request several answers."""
_STOPS = {"length": "MAX_TOKENS", "refusal": "SAFETY"}
_STATUSES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    503: "UNAVAILABLE",
}


class Gemini(Dialect):
    """The Gemini protocol: content parts, calls that may have no id, and reasoning separate from the output tokens."""

    end_marks = (b"finishReason",)
    taken_fields = ("serviceTier", "service_tier", "model")  # the path names the model

    def conversation(self, body: dict[str, Any], model: str, memo: Memo | None = None) -> Conversation:  # noqa: ARG002 - results are read by what was before them
        """See ``Dialect``. The path contains the model."""
        instruction = mapping(_either(body, "systemInstruction", "system_instruction"))
        system = joined([string(part.get("text")) for part in mappings(instruction.get("parts"))])
        messages = [ChatMessage(role=Role.SYSTEM, text=system)] if system else []
        names: dict[str, list[str]] = {}
        messages += [_message(content, names) for content in mappings(body.get("contents"))]
        declared = [
            declaration
            for tool in mappings(body.get("tools"))
            for declaration in mappings(_either(tool, "functionDeclarations", "function_declarations"))
        ]
        thinking = mapping(mapping(body.get("generationConfig")).get("thinkingConfig"))
        return Conversation(
            model=model,
            messages=tuple(messages),
            tools=tuple(
                ToolDefinition(
                    name=string(declaration.get("name")),
                    description=string(declaration.get("description")),
                    parameters=mapping(
                        _either(declaration, "parametersJsonSchema", "parameters_json_schema")
                        or declaration.get("parameters")
                    ),
                )
                for declaration in declared
            ),
            effort=string(thinking.get("thinkingLevel")),
        )

    def take_hosted(self, body: dict[str, Any]) -> list[str]:
        """See ``Dialect``."""
        fields = self.take_fields(body)
        for place in GENERATION_CONFIG:
            config = mapping(body.get(place))
            if taken_names := [name for name in _CANDIDATES if name in config]:
                body[place] = {name: value for name, value in config.items() if name not in _CANDIDATES}
                fields += taken_names
        tools = body.get("tools")
        if not isinstance(tools, list):
            return fields
        hosted = [name for tool in mappings(tools) for name in tool if name not in _CLIENT_TOOLS]
        if hosted:
            client_tools = [{name: tool[name] for name in tool if name in _CLIENT_TOOLS} for tool in mappings(tools)]
            body["tools"] = [tool for tool in client_tools if tool]
        return fields + hosted

    def parts(self, body: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """See ``Dialect``."""
        instruction = mapping(_either(body, "systemInstruction", "system_instruction"))
        for content in [*mappings(body.get("contents")), instruction]:
            for part in mappings(content.get("parts")):
                yield part
                yield from mappings(mapping(_either(part, "functionResponse", "function_response")).get("parts"))

    def request(self, model: str, messages: Sequence[ChatMessage], most_tokens: int) -> dict[str, Any]:  # noqa: ARG002 - the path names it
        """See ``Dialect``."""
        system, others = split_system(messages)
        names = {Role.USER: "user", Role.ASSISTANT: "model"}
        spoken = [{"role": names[message.role], "parts": [{"text": message.text}]} for message in others]
        body = {"contents": spoken, "generationConfig": {"maxOutputTokens": most_tokens}}
        return body | ({"systemInstruction": {"parts": [{"text": system}]}} if system else {})

    def probe(self, model: str) -> dict[str, Any]:  # noqa: ARG002 - the path names it
        """See ``Dialect``."""
        return {
            "contents": [{"role": "user", "parts": [{"text": PROBE}]}],
            "generationConfig": {"maxOutputTokens": PROBE_TOKENS},
        }

    def reply(self, body: dict[str, Any]) -> Reply:
        """See ``Dialect``. Only the first candidate counts."""
        candidate = next(iter(mappings(body.get("candidates"))), {})
        message = _message({"role": "model"} | mapping(candidate.get("content")), {})
        blocked = string(mapping(body.get("promptFeedback")).get("blockReason"))
        return Reply(
            text=message.text,
            reasoning=message.reasoning,
            tool_calls=message.tool_calls,
            stop_reason=string(candidate.get("finishReason")) or blocked,
            model=string(body.get("modelVersion")),
            id=string(body.get("responseId")),
        )

    def usage(self, body: dict[str, Any]) -> Usage | None:
        """See ``Dialect``. The candidates' tokens do not include reasoning."""
        used = mapping(body.get("usageMetadata"))
        if "promptTokenCount" not in used:
            return None
        reasoning = count(used.get("thoughtsTokenCount"))
        return Usage(
            input=count(used.get("promptTokenCount")) + count(used.get("toolUsePromptTokenCount")),
            cached=count(used.get("cachedContentTokenCount")),
            output=count(used.get("candidatesTokenCount")) + reasoning,
            reasoning=reasoning,
        )

    def assembler(self) -> Assembler:
        """See ``Dialect``."""
        return _GeminiAssembler()

    def render(self, rendering: ScriptedAnswer) -> dict[str, Any]:
        """See ``Dialect``."""
        return self._body(rendering, _parts(rendering), _stop(rendering))

    def render_stream(self, rendering: ScriptedAnswer) -> Iterator[bytes]:
        """See ``Dialect``."""
        parts = [piece for part in _parts(rendering) for piece in _pieces(part)] or [{"text": ""}]
        for part in parts[:-1]:
            body = self._body(rendering, [part], None)
            body.pop("usageMetadata")
            yield event(body)
        yield event(self._body(rendering, parts[-1:], _stop(rendering)))

    def error(self, status: int, message: str) -> dict[str, Any]:
        """See ``Dialect``."""
        return {"error": {"code": status, "message": message, "status": _STATUSES.get(status, "INTERNAL")}}

    def _body(self, rendering: ScriptedAnswer, parts: list[dict[str, Any]], finish: str | None) -> dict[str, Any]:
        candidate: dict[str, Any] = {"content": {"role": "model", "parts": parts}, "index": 0}
        if finish:
            candidate["finishReason"] = finish
        return {
            "candidates": [candidate],
            "usageMetadata": _usage(rendering.usage),
            "modelVersion": rendering.model,
            "responseId": f"resp_{rendering.id}",
        }


class _GeminiAssembler(Assembler):
    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, Any] = {}
        self._parts: list[dict[str, Any]] = []
        self._finish = ""
        self._usage: dict[str, Any] = {}

    def feed(self, data: dict[str, Any]) -> None:
        if "error" in data:
            self.error = string(mapping(data["error"]).get("message")) or "an error in the stream"
            return
        self._last = data
        self._usage |= mapping(data.get("usageMetadata"))
        for candidate in mappings(data.get("candidates"))[:1]:
            for part in mappings(mapping(candidate.get("content")).get("parts")):
                self.has_token = True
                self._add(part)
            self._finish = string(candidate.get("finishReason")) or self._finish
        # No event marks the end of a stream.
        if self._finish or mapping(data.get("promptFeedback")).get("blockReason"):
            self.is_complete = True

    def _add(self, part: dict[str, Any]) -> None:
        """Append a part, joining pieces of text, so that a streamed answer equals one that is not streamed."""
        last = self._parts[-1] if self._parts else {}
        both = isinstance(part.get("text"), str) and isinstance(last.get("text"), str)
        if both and part.get("thought") == last.get("thought"):
            self._parts[-1] = last | part | {"text": last["text"] + part["text"]}
        else:
            self._parts.append(part)

    def body(self) -> dict[str, Any]:
        candidate = {"content": {"role": "model", "parts": self._parts}, "finishReason": self._finish}
        return self._last | {"candidates": [candidate], "usageMetadata": self._usage}


def _message(content: dict[str, Any], names: dict[str, list[str]]) -> ChatMessage:
    """Parse one content object.

    Args:
        content: An object with ``role`` and ``parts``.
        names: Ids of calls without a result, keyed by the tool's name. A result without an id takes the first one.
    """
    parts = mappings(content.get("parts"))
    role = Role.ASSISTANT if content.get("role") == "model" else Role.USER
    calls, results = [], []
    for part in parts:
        call = mapping(_either(part, "functionCall", "function_call"))
        response = mapping(_either(part, "functionResponse", "function_response"))
        if call:
            calls.append(_tool_call(call))
            names.setdefault(calls[-1].name, []).append(calls[-1].id)
        if response:
            results.append(_tool_result(response, names))
    return ChatMessage(
        role=role,
        text="".join(_part_text(part) for part in parts if not part.get("thought")),
        reasoning=joined([string(part.get("text")) for part in parts if part.get("thought") is True]),
        tool_calls=tuple(calls),
        tool_results=tuple(results),
    )


def _tool_call(call: dict[str, Any]) -> ToolCall:
    name, call_arguments = string(call.get("name")), mapping(call.get("args"))
    # A call must keep its id from the answer in all later requests.
    call_digest = hashlib.sha256(json.dumps([name, call_arguments], sort_keys=True).encode()).hexdigest()[:12]
    return ToolCall(id=string(call.get("id")) or f"{name}-{call_digest}", name=name, arguments=call_arguments)


def _tool_result(response: dict[str, Any], names: dict[str, list[str]]) -> ToolResult:
    name = string(response.get("name"))
    waiting = names.get(name, [])
    call_id = string(response.get("id")) or (waiting[0] if waiting else "")
    if call_id in waiting:
        waiting.remove(call_id)
    content = mapping(response.get("response"))
    only = next(iter(content.values())) if len(content) == 1 else None
    text = string(only) if isinstance(only, str) else json.dumps(content, ensure_ascii=False)
    return ToolResult(call_id=call_id, content=string(text), is_error="error" in content)


def _part_text(part: dict[str, Any]) -> str:
    if inline := mapping(_either(part, "inlineData", "inline_data")):
        return media(string(_either(inline, "mimeType", "mime_type")), inline.get("data"))
    return string(part.get("text"))


def _either(value: dict[str, Any], camel: str, snake: str) -> Any:
    return value.get(camel, value.get(snake))


def _parts(rendering: ScriptedAnswer) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = []
    if rendering.thinking:
        parts.append({"text": rendering.thinking, "thought": True})
    if rendering.text:
        parts.append({"text": rendering.text})
    for call in rendering.calls:
        function = {"id": call.id, "name": call.name, "args": as_object(call.arguments)}
        parts.append({"functionCall": function, "thoughtSignature": "c2NyaXB0ZWQ="})
    return parts


def _pieces(part: dict[str, Any]) -> list[dict[str, Any]]:
    return [part | {"text": text} for text in pieces(part["text"], PIECE)] if "text" in part else [part]


def _stop(rendering: ScriptedAnswer) -> str:
    return _STOPS.get(rendering.stop, "STOP")


def _usage(usage: Usage) -> dict[str, Any]:
    return {
        "promptTokenCount": usage.input,
        "cachedContentTokenCount": usage.cached,
        "candidatesTokenCount": usage.output - usage.reasoning,
        "thoughtsTokenCount": usage.reasoning,
        "totalTokenCount": usage.total,
    }
