"""Implements OpenAI Chat Completions, which vLLM, Ollama, OpenRouter and LiteLLM offer as well."""

from __future__ import annotations

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
    remembered,
)
from headwater.gateway.protocols._shape import (
    arguments,
    as_text,
    count,
    joined,
    mapping,
    mappings,
    media,
    pieces,
    string,
)
from headwater.gateway.protocols._sse import event
from headwater.records.conversation import ChatMessage, Conversation, Reply, Role, ToolCall, ToolDefinition, ToolResult
from headwater.records.usage import Usage

_CLIENT_TOOLS = ("function", "custom")
_STOPS = {"length": "length", "refusal": "content_filter"}
_ERRORS = {401: "invalid_request_error", 403: "permission_error", 404: "invalid_request_error", 429: "rate_limit_error"}


class ChatCompletions(Dialect):
    """The Chat Completions protocol: messages that contain tool calls, and input tokens that include the cache."""

    end_marks = (b"[DONE]",)
    taken_fields = (
        *("web_search_options", "search_parameters", "enable_search"),  # enable OpenAI's, xAI's and Alibaba's search
        *("plugins", "models", "fallbacks"),  # enable routers' plugins, and name other models
        *("service_tier", "n"),  # change the price, or request several answers
    )

    def conversation(self, body: dict[str, Any], model: str, memo: Memo | None = None) -> Conversation:  # noqa: ARG002 - it is in the body
        """See ``Dialect``."""
        return Conversation(
            model=string(body.get("model")),
            messages=tuple(map(remembered(_message, memo), mappings(body.get("messages")))),
            tools=tuple(_definition(tool) for tool in mappings(body.get("tools"))),
            effort=string(body.get("reasoning_effort")) or string(mapping(body.get("reasoning")).get("effort")),
            stream=body.get("stream") is True,
        )

    def take_hosted(self, body: dict[str, Any]) -> list[str]:
        """See ``Dialect``."""
        return self.take_fields(body) + take_tools(body, lambda tool: tool.get("type", "function") in _CLIENT_TOOLS)

    def parts(self, body: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """See ``Dialect``."""
        for message in mappings(body.get("messages")):
            yield from mappings(message.get("content"))

    def request(self, model: str, messages: Sequence[ChatMessage], most_tokens: int) -> dict[str, Any]:
        """See ``Dialect``."""
        spoken = [{"role": message.role.value, "content": message.text} for message in messages]
        return {"model": model, "max_completion_tokens": most_tokens, "messages": spoken}

    def probe(self, model: str) -> dict[str, Any]:
        """See ``Dialect``."""
        return {"model": model, "max_completion_tokens": PROBE_TOKENS, "messages": [{"role": "user", "content": PROBE}]}

    def reply(self, body: dict[str, Any]) -> Reply:
        """See ``Dialect``. Only the first choice counts."""
        choice = next(iter(mappings(body.get("choices"))), {})
        message = _message(mapping(choice.get("message")))
        return Reply(
            text=message.text,
            reasoning=message.reasoning,
            tool_calls=message.tool_calls,
            stop_reason=string(choice.get("finish_reason")),
            model=string(body.get("model")),
            id=string(body.get("id")),
        )

    def usage(self, body: dict[str, Any]) -> Usage | None:
        """See ``Dialect``."""
        used = mapping(body.get("usage"))
        if "prompt_tokens" not in used:
            return None
        details, of_output = mapping(used.get("prompt_tokens_details")), mapping(used.get("completion_tokens_details"))
        prompt, output = count(used.get("prompt_tokens")), count(used.get("completion_tokens"))
        reasoning = count(of_output.get("reasoning_tokens"))
        if reasoning and count(used.get("total_tokens")) == prompt + output + reasoning:
            output += reasoning  # some servers count reasoning separately from the output
        return Usage(
            input=prompt,
            cached=count(details.get("cached_tokens")) or count(used.get("prompt_cache_hit_tokens")),
            cache_write=count(details.get("cache_write_tokens")),
            output=output,
            reasoning=reasoning,
        )

    def assembler(self) -> Assembler:
        """See ``Dialect``."""
        return _ChatAssembler()

    def render(self, rendering: ScriptedAnswer) -> dict[str, Any]:
        """See ``Dialect``."""
        message: dict[str, Any] = {"role": "assistant", "content": rendering.text or None}
        if rendering.thinking:
            message["reasoning_content"] = rendering.thinking
        if rendering.calls:
            message["tool_calls"] = [_call(call) for call in rendering.calls]
        return {
            "id": f"chatcmpl-{rendering.id}",
            "object": "chat.completion",
            # A constant, so that answers from a cassette are always the same.
            "created": 0,
            "model": rendering.model,
            "choices": [{"index": 0, "message": message, "finish_reason": _stop(rendering)}],
            "usage": _usage(rendering.usage),
        }

    def render_stream(self, rendering: ScriptedAnswer) -> Iterator[bytes]:
        """See ``Dialect``."""
        completion = self.render(rendering) | {"object": "chat.completion.chunk"}
        used = completion.pop("usage")

        def chunk(delta: dict[str, Any], finish: str | None = None) -> bytes:
            return event(completion | {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})

        yield chunk({"role": "assistant", "content": ""})
        for piece in pieces(rendering.thinking, PIECE):
            yield chunk({"reasoning_content": piece})
        for piece in pieces(rendering.text, PIECE):
            yield chunk({"content": piece})
        for index, call in enumerate(rendering.calls):
            whole_call = _call(call)
            function = {"name": call.name, "arguments": ""}
            yield chunk({"tool_calls": [{"index": index, **whole_call, "function": function}]})
            for piece in pieces(whole_call["function"]["arguments"], PIECE):
                yield chunk({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
        yield chunk({}, _stop(rendering))
        yield event(completion | {"choices": [], "usage": used})
        yield b"data: [DONE]\n\n"

    def error(self, status: int, message: str) -> dict[str, Any]:
        """See ``Dialect``."""
        kind = _ERRORS.get(status, "invalid_request_error" if status < 500 else "server_error")
        return {"error": {"message": message, "type": kind, "param": None, "code": None}}


class _ChatAssembler(Assembler):
    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, Any] = {}
        self._texts: dict[str, list[str]] = {}
        self._calls: dict[int, dict[str, Any]] = {}
        self._arguments: dict[int, list[str]] = {}
        self._finish = ""
        self._usage: Any = None

    def feed(self, data: dict[str, Any]) -> None:
        if "error" in data:
            error = data["error"]
            self.error = string(error) or string(mapping(error).get("message")) or "an error in the stream"
            return
        self._last = data
        self._usage = data.get("usage") or self._usage
        for choice in mappings(data.get("choices")):
            if count(choice.get("index")) == 0:
                self._take(mapping(choice.get("delta")))
                self._finish = string(choice.get("finish_reason")) or self._finish
                self.has_finish = bool(self._finish)

    def _take(self, delta: dict[str, Any]) -> None:
        for name in ("content", "reasoning_content", "reasoning", "refusal"):
            if piece := delta.get(name):
                self.has_token = True
                if isinstance(piece, str):
                    self._texts.setdefault(name, []).append(piece)
        for call in mappings(delta.get("tool_calls")):
            self.has_token = True
            index = count(call.get("index"))
            function = mapping(call.get("function"))
            known = self._calls.setdefault(index, {})
            # Only the first piece of a call has its id and name. In later pieces they are missing or empty.
            known |= {k: v for k, v in {"id": call.get("id"), "name": function.get("name")}.items() if v}
            if isinstance(function.get("arguments"), str):
                self._arguments.setdefault(index, []).append(function["arguments"])

    def end(self) -> None:
        self.is_complete = self.is_complete or bool(self._finish)  # some servers never send [DONE]

    def body(self) -> dict[str, Any]:
        texts = {name: "".join(parts) for name, parts in self._texts.items()}
        calls = [
            {"id": call.get("id"), "function": {"name": call.get("name"), "arguments": self._joined(index)}}
            for index, call in sorted(self._calls.items())
        ]
        message = {"role": "assistant", **texts, "tool_calls": calls}
        choice = {"index": 0, "message": message, "finish_reason": self._finish}
        return self._last | {"choices": [choice], "usage": self._usage}

    def _joined(self, index: int) -> str:
        return "".join(self._arguments.get(index, []))


def take_tools(body: dict[str, Any], is_client: Any) -> list[str]:
    """Remove from a request the tools that the agent does not run itself, and return their types."""
    tools = body.get("tools")
    if not isinstance(tools, list):
        return []
    client_tools = [tool for tool in tools if is_client(mapping(tool))]
    if len(client_tools) < len(tools):
        body["tools"] = client_tools
    return [string(mapping(tool).get("type")) or "tool" for tool in tools if not is_client(mapping(tool))]


def _message(message: dict[str, Any]) -> ChatMessage:
    content = message.get("content")
    text = string(content) or joined([_part_text(part) for part in mappings(content)]) or string(message.get("refusal"))
    match message.get("role"):
        case "tool" | "function":
            result = ToolResult(call_id=string(message.get("tool_call_id")), content=text)
            return ChatMessage(role=Role.USER, tool_results=(result,))
        case "assistant":
            return ChatMessage(
                role=Role.ASSISTANT,
                text=text,
                reasoning=string(message.get("reasoning_content")) or string(message.get("reasoning")),
                tool_calls=tuple(_tool_call(call) for call in mappings(message.get("tool_calls"))),
            )
        case "system" | "developer":
            return ChatMessage(role=Role.SYSTEM, text=text)
        case _:
            return ChatMessage(role=Role.USER, text=text)


def _tool_call(call: dict[str, Any]) -> ToolCall:
    custom = mapping(call.get("custom"))
    if custom:
        call_arguments: dict[str, Any] | str = string(custom.get("input"))
        return ToolCall(id=string(call.get("id")), name=string(custom.get("name")), arguments=call_arguments)
    function = mapping(call.get("function"))
    call_arguments = arguments(function.get("arguments"))
    return ToolCall(id=string(call.get("id")), name=string(function.get("name")), arguments=call_arguments)


def _definition(tool: dict[str, Any]) -> ToolDefinition:
    function = mapping(tool.get("function")) or mapping(tool.get("custom"))
    return ToolDefinition(
        name=string(function.get("name")),
        description=string(function.get("description")),
        parameters=mapping(function.get("parameters")),
    )


def _part_text(part: dict[str, Any]) -> str:
    match part.get("type"):
        case "text":
            return string(part.get("text"))
        case "image_url":
            return media("image", mapping(part.get("image_url")).get("url"))
        case "input_audio" | "file":
            return media(string(part.get("type")), None)
        case _:
            return string(part.get("refusal"))


def _call(call: ToolCall) -> dict[str, Any]:
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": as_text(call.arguments)}}


def _stop(rendering: ScriptedAnswer) -> str:
    return _STOPS.get(rendering.stop, "tool_calls" if rendering.calls else "stop")


def _usage(usage: Usage) -> dict[str, Any]:
    return {
        "prompt_tokens": usage.input,
        "completion_tokens": usage.output,
        "total_tokens": usage.total,
        "prompt_tokens_details": {"cached_tokens": usage.cached, "cache_write_tokens": usage.cache_write},
        "completion_tokens_details": {"reasoning_tokens": usage.reasoning},
    }
