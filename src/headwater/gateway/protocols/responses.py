"""Implements OpenAI Responses."""

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
    split_system,
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
from headwater.gateway.protocols.chat import take_tools
from headwater.records.conversation import ChatMessage, Conversation, Reply, Role, ToolCall, ToolDefinition, ToolResult
from headwater.records.usage import Usage

_CLIENT_TOOLS = ("function", "custom", "local_shell", "apply_patch", "namespace", "tool_search")
_CALLS = ("function_call", "custom_tool_call", "local_shell_call", "shell_call", "apply_patch_call")
_ERRORS = {401: "invalid_request_error", 429: "rate_limit_error", 404: "invalid_request_error"}


class Responses(Dialect):
    """The Responses protocol: a flat list of items, where the calls and messages of one turn are adjacent."""

    end_marks = (b"response.completed", b"response.incomplete", b"response.failed")
    # These fields start background work that is not metered, use stored prompts and conversations, which may have
    # tools, or change the price.
    taken_fields = ("background", "prompt", "conversation", "service_tier")

    def conversation(self, body: dict[str, Any], model: str, memo: Memo | None = None) -> Conversation:  # noqa: ARG002 - it is in the body
        """See ``Dialect``. Adjacent items of the assistant become one message."""
        messages: list[ChatMessage] = []
        if instructions := string(body.get("instructions")):
            messages.append(ChatMessage(role=Role.SYSTEM, text=instructions))
        input_items = body.get("input")
        items = [{"role": "user", "content": input_items}] if isinstance(input_items, str) else mappings(input_items)
        for message in map(remembered(_message, memo), items):
            if messages and message.role is Role.ASSISTANT and messages[-1].role is Role.ASSISTANT:
                messages[-1] = _join(messages[-1], message)
            else:
                messages.append(message)
        return Conversation(
            model=string(body.get("model")),
            messages=tuple(messages),
            tools=tuple(definition for tool in mappings(body.get("tools")) for definition in _definitions(tool)),
            effort=string(mapping(body.get("reasoning")).get("effort")),
            stream=body.get("stream") is True,
        )

    def take_hosted(self, body: dict[str, Any]) -> list[str]:
        """See ``Dialect``."""
        taken_names = self.take_fields(body) + take_tools(body, _is_client_tool)
        items = body.get("input")
        if isinstance(items, list) and any("tools" in item for item in mappings(items)):  # the results of a tool search
            body["input"] = [dict(item) if isinstance(item, dict) else item for item in items]
            for item in mappings(body["input"]):
                taken_names += take_tools(item, _is_client_tool)
        return taken_names

    def continues(self, body: dict[str, Any]) -> str:
        """See ``Dialect``."""
        return string(body.get("previous_response_id"))

    def can_be_continued(self, body: dict[str, Any]) -> bool:
        """See ``Dialect``. Answers are stored unless the request opts out, which most agents do."""
        return body.get("store") is not False

    def parts(self, body: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """See ``Dialect``."""
        for item in mappings(body.get("input")):
            yield from mappings(item.get("content"))
            yield from mappings(item.get("output"))

    def request(self, model: str, messages: Sequence[ChatMessage], most_tokens: int) -> dict[str, Any]:
        """See ``Dialect``."""
        system, others = split_system(messages)
        spoken = [{"role": message.role.value, "content": message.text} for message in others]
        body = {"model": model, "max_output_tokens": most_tokens, "input": spoken, "store": False}
        return body | ({"instructions": system} if system else {})

    def probe(self, model: str) -> dict[str, Any]:
        """See ``Dialect``."""
        return {"model": model, "input": PROBE, "max_output_tokens": PROBE_TOKENS, "store": False}

    def reply(self, body: dict[str, Any]) -> Reply:
        """See ``Dialect``."""
        message = ChatMessage(role=Role.ASSISTANT)
        for item in mappings(body.get("output")):
            message = _join(message, _message({"role": "assistant"} | item))
        cut = string(mapping(body.get("incomplete_details")).get("reason"))
        return Reply(
            text=message.text,
            reasoning=message.reasoning,
            tool_calls=message.tool_calls,
            stop_reason=cut or string(body.get("status")),
            model=string(body.get("model")),
            id=string(body.get("id")),
        )

    def usage(self, body: dict[str, Any]) -> Usage | None:
        """See ``Dialect``."""
        used = mapping(body.get("usage"))
        if "input_tokens" not in used:
            return None
        details = mapping(used.get("input_tokens_details"))
        return Usage(
            input=count(used.get("input_tokens")),
            cached=count(details.get("cached_tokens")),
            cache_write=count(details.get("cache_write_tokens")),
            output=count(used.get("output_tokens")),
            reasoning=count(mapping(used.get("output_tokens_details")).get("reasoning_tokens")),
        )

    def assembler(self) -> Assembler:
        """See ``Dialect``."""
        return _ResponsesAssembler()

    def render(self, rendering: ScriptedAnswer) -> dict[str, Any]:
        """See ``Dialect``."""
        cut = {"length": "max_output_tokens", "refusal": "content_filter"}.get(rendering.stop)
        return {
            "id": f"resp_{rendering.id}",
            "object": "response",
            "created_at": 0,
            "status": "incomplete" if cut else "completed",
            "error": None,
            "incomplete_details": {"reason": cut} if cut else None,
            "model": rendering.model,
            "output": _items(rendering),
            "parallel_tool_calls": True,
            "tool_choice": "auto",
            "tools": [],
            "usage": _usage(rendering.usage),
        }

    def render_stream(self, rendering: ScriptedAnswer) -> Iterator[bytes]:
        """See ``Dialect``."""
        response = self.render(rendering)
        initial_response = response | {"status": "in_progress", "output": [], "usage": None, "incomplete_details": None}
        number = 0

        def next_event(kind: str, **data: Any) -> bytes:
            nonlocal number
            number += 1
            return event({"type": kind, "sequence_number": number - 1, **data}, kind)

        yield next_event("response.created", response=initial_response)
        for index, item in enumerate(response["output"]):
            yield next_event("response.output_item.added", output_index=index, item=_initial_item(item))
            for kind, data in _item_events(item):
                yield next_event(kind, item_id=item["id"], output_index=index, **data)
            yield next_event("response.output_item.done", output_index=index, item=item)
        yield next_event(
            "response.completed" if response["status"] == "completed" else "response.incomplete", response=response
        )

    def error(self, status: int, message: str) -> dict[str, Any]:
        """See ``Dialect``."""
        kind = _ERRORS.get(status, "invalid_request_error" if status < 500 else "server_error")
        return {"error": {"message": message, "type": kind, "param": None, "code": None}}


class _ResponsesAssembler(Assembler):
    def __init__(self) -> None:
        super().__init__()
        self._response: dict[str, Any] = {}
        self._items: list[Any] = []

    def feed(self, data: dict[str, Any]) -> None:
        kind = string(data.get("type"))
        if kind.endswith(".delta"):
            self.has_token = True
        match kind:
            case "response.output_item.done":
                self._items.append(data.get("item"))
            case "response.completed" | "response.incomplete":
                self._response = mapping(data.get("response"))
                self.is_complete = True
            case "response.failed":
                self._response = mapping(data.get("response"))
                self.error = string(mapping(self._response.get("error")).get("message")) or "the response failed"
            case "error":
                nested = mapping(data.get("error"))
                self.error = string(data.get("message")) or string(nested.get("message")) or "an error in the stream"
            case "response.created" | "response.in_progress":
                self._response = mapping(data.get("response"))

    def body(self) -> dict[str, Any]:
        # If a stream breaks off, the last event, which repeats all items, is missing.
        return self._response if self._response.get("output") else self._response | {"output": self._items}


def _message(item: dict[str, Any]) -> ChatMessage:
    kind = string(item.get("type"))
    if kind in _CALLS:
        return ChatMessage(role=Role.ASSISTANT, tool_calls=(_tool_call(item),))
    if kind == "reasoning":
        summary = [string(part.get("text")) for part in mappings(item.get("summary"))]
        full = [string(part.get("text")) for part in mappings(item.get("content"))]
        return ChatMessage(role=Role.ASSISTANT, reasoning=joined(full or summary))
    if kind.endswith("_output"):
        output = item.get("output")
        text = string(output) or joined([_part_text(part) for part in mappings(output)])
        return ChatMessage(
            role=Role.USER, tool_results=(ToolResult(call_id=string(item.get("call_id")), content=text),)
        )
    content = item.get("content")
    text = string(content) or joined([_part_text(part) for part in mappings(content)])
    match item.get("role"):
        case "assistant":
            return ChatMessage(role=Role.ASSISTANT, text=text)
        case "system" | "developer":
            return ChatMessage(role=Role.SYSTEM, text=text)
        case _:
            return ChatMessage(role=Role.USER, text=text)


def _tool_call(item: dict[str, Any]) -> ToolCall:
    kind = string(item.get("type"))
    match kind:
        case "function_call":
            call_arguments = arguments(item.get("arguments"))
        case "custom_tool_call":
            call_arguments = string(item.get("input"))
        case _:
            call_arguments = mapping(item.get("action")) or mapping(item.get("operation"))
    return ToolCall(
        id=string(item.get("call_id")) or string(item.get("id")),
        name=string(item.get("name")) or kind.removesuffix("_call"),
        arguments=call_arguments,
        namespace=string(item.get("namespace")),
    )


def _join(first: ChatMessage, second: ChatMessage) -> ChatMessage:
    return ChatMessage(
        role=first.role,
        text=joined([first.text, second.text]),
        reasoning=joined([first.reasoning, second.reasoning]),
        tool_calls=first.tool_calls + second.tool_calls,
    )


def _definitions(tool: dict[str, Any]) -> list[ToolDefinition]:
    if tool.get("type") == "namespace":
        return [definition for inner in mappings(tool.get("tools")) for definition in _definitions(inner)]
    return [
        ToolDefinition(
            name=string(tool.get("name")) or string(tool.get("type")),
            description=string(tool.get("description")),
            parameters=mapping(tool.get("parameters")),
        )
    ]


def _is_client_tool(tool: dict[str, Any]) -> bool:
    if tool.get("type") == "shell":  # without a remote environment, the shell runs where the agent runs
        return string(mapping(tool.get("environment")).get("type", "local")) == "local"
    return tool.get("type") in _CLIENT_TOOLS


def _part_text(part: dict[str, Any]) -> str:
    match part.get("type"):
        case "input_text" | "output_text" | "text":
            return string(part.get("text"))
        case "input_image":
            return media("image", part.get("image_url"))
        case "input_file":
            return media(string(part.get("filename")) or "file", part.get("file_data"))
        case _:
            return string(part.get("refusal"))


def _items(rendering: ScriptedAnswer) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    if rendering.thinking:
        summary = [{"type": "summary_text", "text": rendering.thinking}]
        items.append({"type": "reasoning", "id": f"rs_{rendering.id}", "summary": summary})
    if rendering.text:
        content = [{"type": "output_text", "text": rendering.text, "annotations": []}]
        message = {"type": "message", "id": f"msg_{rendering.id}", "status": "completed", "role": "assistant"}
        items.append(message | {"content": content})
    for number, call in enumerate(rendering.calls):
        common = {"id": f"fc_{rendering.id}_{number}", "call_id": call.id, "name": call.name, "status": "completed"}
        if call.namespace:
            common["namespace"] = call.namespace
        if isinstance(call.arguments, str):
            items.append({"type": "custom_tool_call", **common, "input": call.arguments})
        else:
            items.append({"type": "function_call", **common, "arguments": as_text(call.arguments)})
    return items


def _initial_item(item: dict[str, Any]) -> dict[str, Any]:
    empty: dict[str, Any] = {"summary": [], "content": [], "arguments": "", "input": "", "status": "in_progress"}
    return {name: empty.get(name, value) for name, value in item.items()}


def _item_events(item: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    match item["type"]:
        case "reasoning":
            part = item["summary"][0]
            at = {"summary_index": 0}
            yield "response.reasoning_summary_part.added", at | {"part": part | {"text": ""}}
            for piece in pieces(part["text"], PIECE):
                yield "response.reasoning_summary_text.delta", at | {"delta": piece}
            yield "response.reasoning_summary_text.done", at | {"text": part["text"]}
            yield "response.reasoning_summary_part.done", at | {"part": part}
        case "message":
            part = item["content"][0]
            at = {"content_index": 0}
            yield "response.content_part.added", at | {"part": part | {"text": ""}}
            for piece in pieces(part["text"], PIECE):
                yield "response.output_text.delta", at | {"delta": piece, "logprobs": []}
            yield "response.output_text.done", at | {"text": part["text"], "logprobs": []}
            yield "response.content_part.done", at | {"part": part}
        case "function_call":
            for piece in pieces(item["arguments"], PIECE):
                yield "response.function_call_arguments.delta", {"delta": piece}
            done = {"arguments": item["arguments"], "name": item["name"]}
            yield "response.function_call_arguments.done", done
        case _:
            for piece in pieces(item["input"], PIECE):
                yield "response.custom_tool_call_input.delta", {"delta": piece}
            yield "response.custom_tool_call_input.done", {"input": item["input"]}


def _usage(usage: Usage) -> dict[str, Any]:
    return {
        "input_tokens": usage.input,
        "input_tokens_details": {"cached_tokens": usage.cached, "cache_write_tokens": usage.cache_write},
        "output_tokens": usage.output,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning},
        "total_tokens": usage.total,
    }
