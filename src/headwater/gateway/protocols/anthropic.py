"""Implements Anthropic Messages."""

from __future__ import annotations

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
    remembered,
    split_system,
)
from headwater.gateway.protocols._shape import (
    arguments,
    as_object,
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

# Agents run tools of these types themselves. Tools of all other types, such as web search, run at Anthropic.
_CLIENT_TOOLS = ("custom", "bash_", "text_editor_", "computer_", "memory_", "tool_search_tool_")
_STOPS = {"length": "max_tokens", "refusal": "refusal"}
_ERRORS = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
}


class Anthropic(Dialect):
    """Anthropic's protocol: content blocks, and input tokens that exclude the cache."""

    end_marks = (b"message_stop",)
    taken_fields = ("mcp_servers", "container", "speed", "inference_geo")

    def conversation(self, body: dict[str, Any], model: str, memo: Memo | None = None) -> Conversation:  # noqa: ARG002 - it is in the body
        """See ``Dialect``."""
        system = _text(body.get("system"))
        messages = [ChatMessage(role=Role.SYSTEM, text=system)] if system else []
        messages += map(remembered(_message, memo), mappings(body.get("messages")))
        return Conversation(
            model=string(body.get("model")),
            messages=tuple(messages),
            tools=tuple(
                ToolDefinition(
                    name=string(tool.get("name")),
                    description=string(tool.get("description")),
                    parameters=mapping(tool.get("input_schema")),
                )
                for tool in mappings(body.get("tools"))
            ),
            effort=string(mapping(body.get("output_config")).get("effort")),
            stream=body.get("stream") is True,
        )

    def take_hosted(self, body: dict[str, Any]) -> list[str]:
        """See ``Dialect``."""
        taken_names = self.take_fields(body)
        tools = body.get("tools")
        if isinstance(tools, list):
            client_tools = [tool for tool in tools if _is_client_tool(tool)]
            taken_names += [string(mapping(tool).get("type")) for tool in tools if not _is_client_tool(tool)]
            if len(client_tools) < len(tools):
                body["tools"] = client_tools
        return taken_names

    def parts(self, body: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """See ``Dialect``."""
        for message in [*mappings(body.get("messages")), {"content": body.get("system")}]:
            for block in mappings(message.get("content")):
                yield block
                yield from mappings(block.get("content"))

    def request(self, model: str, messages: Sequence[ChatMessage], most_tokens: int) -> dict[str, Any]:
        """See ``Dialect``."""
        system, others = split_system(messages)
        spoken = [{"role": message.role.value, "content": message.text} for message in others]
        body = {"model": model, "max_tokens": most_tokens, "messages": spoken}
        return body | ({"system": system} if system else {})

    def probe(self, model: str) -> dict[str, Any]:
        """See ``Dialect``."""
        return {"model": model, "max_tokens": PROBE_TOKENS, "messages": [{"role": "user", "content": PROBE}]}

    def reply(self, body: dict[str, Any]) -> Reply:
        """See ``Dialect``."""
        message = _message({"role": "assistant", "content": body.get("content")})
        return Reply(
            text=message.text,
            reasoning=message.reasoning,
            tool_calls=message.tool_calls,
            stop_reason=string(body.get("stop_reason")),
            model=string(body.get("model")),
            id=string(body.get("id")),
        )

    def usage(self, body: dict[str, Any]) -> Usage | None:
        """See ``Dialect``. ``input_tokens`` excludes tokens read from or written to the cache."""
        used = mapping(body.get("usage"))
        if "input_tokens" not in used:
            return None
        cached, written = count(used.get("cache_read_input_tokens")), count(used.get("cache_creation_input_tokens"))
        return Usage(
            input=count(used.get("input_tokens")) + cached + written,
            cached=cached,
            cache_write=written,
            cache_write_1h=min(written, count(mapping(used.get("cache_creation")).get("ephemeral_1h_input_tokens"))),
            output=count(used.get("output_tokens")),
            reasoning=count(mapping(used.get("output_tokens_details")).get("thinking_tokens")),
        )

    def assembler(self) -> Assembler:
        """See ``Dialect``."""
        return _AnthropicAssembler()

    def render(self, rendering: ScriptedAnswer) -> dict[str, Any]:
        """See ``Dialect``."""
        return {
            "id": f"msg_{rendering.id}",
            "type": "message",
            "role": "assistant",
            "model": rendering.model,
            "content": _blocks(rendering),
            "stop_reason": _stop(rendering),
            "stop_sequence": None,
            "usage": _usage(rendering.usage),
        }

    def render_stream(self, rendering: ScriptedAnswer) -> Iterator[bytes]:
        """See ``Dialect``."""
        message = self.render(rendering)
        # As in Anthropic's streams, the first event has preliminary counts, and the last one has the totals.
        initial_message = message | {
            "content": [],
            "stop_reason": None,
            "usage": message["usage"] | {"output_tokens": 1},
        }
        initial_message["usage"].pop("output_tokens_details", None)
        yield _event({"type": "message_start", "message": initial_message})
        for index, block in enumerate(message["content"]):
            yield from _block_events(index, block)
        end = {"stop_reason": message["stop_reason"], "stop_sequence": None}
        yield _event({"type": "message_delta", "delta": end, "usage": message["usage"]})
        yield _event({"type": "message_stop"})

    def error(self, status: int, message: str) -> dict[str, Any]:
        """See ``Dialect``."""
        return {"type": "error", "error": {"type": _ERRORS.get(status, "api_error"), "message": message}}


class _AnthropicAssembler(Assembler):
    def __init__(self) -> None:
        super().__init__()
        self._message: dict[str, Any] = {}
        self._usage: dict[str, Any] = {}
        self._blocks: dict[int, dict[str, Any]] = {}
        self._texts: dict[tuple[int, str], list[str]] = {}

    def feed(self, data: dict[str, Any]) -> None:
        match data.get("type"):
            case "message_start":
                self._message = mapping(data.get("message"))
                self._usage.update(mapping(self._message.get("usage")))
            case "content_block_start":
                self._blocks[count(data.get("index"))] = mapping(data.get("content_block"))
            case "content_block_delta":
                self.has_token = True
                for name, piece in mapping(data.get("delta")).items():
                    if name != "type" and isinstance(piece, str):
                        self._texts.setdefault((count(data.get("index")), name), []).append(piece)
            case "message_delta":
                self._message = self._message | mapping(data.get("delta"))
                # A null means that the count from an earlier event still applies.
                self._usage |= {k: v for k, v in mapping(data.get("usage")).items() if v is not None}
            case "message_stop":
                self.is_complete = True
            case "error":
                self.error = string(mapping(data.get("error")).get("message")) or "an error in the stream"

    def body(self) -> dict[str, Any]:
        blocks = []
        for index, block in sorted(self._blocks.items()):
            added = {name: "".join(texts) for (at, name), texts in self._texts.items() if at == index}
            if "partial_json" in added:
                added["input"] = arguments(added.pop("partial_json"))  # type: ignore[assignment] # a dict, mostly
            blocks.append(block | added)
        return self._message | {"content": blocks, "usage": self._usage}


def _message(message: dict[str, Any]) -> ChatMessage:
    role = Role.ASSISTANT if message.get("role") == "assistant" else Role.USER
    if message.get("role") == "system":
        role = Role.SYSTEM
    content = message.get("content")
    blocks = mappings(content)
    return ChatMessage(
        role=role,
        text=string(content) or joined([_block_text(block) for block in blocks]),
        reasoning=joined([string(block.get("thinking")) for block in blocks if block.get("type") == "thinking"]),
        tool_calls=tuple(
            ToolCall(
                id=string(block.get("id")), name=string(block.get("name")), arguments=arguments(block.get("input"))
            )
            for block in blocks
            if block.get("type") == "tool_use"
        ),
        tool_results=tuple(
            ToolResult(
                call_id=string(block.get("tool_use_id")),
                content=_text(block.get("content")),
                is_error=block.get("is_error") is True,
            )
            for block in blocks
            if block.get("type") == "tool_result"
        ),
    )


def _text(content: Any) -> str:
    return string(content) or joined([_block_text(block) for block in mappings(content)])


def _block_text(block: dict[str, Any]) -> str:
    match block.get("type"):
        case "text":
            return string(block.get("text"))
        case "image" | "document":
            source = mapping(block.get("source"))
            return media(string(source.get("media_type")), source.get("data"))
        case _:
            return ""


def _is_client_tool(tool: Any) -> bool:
    kind = string(mapping(tool).get("type"))
    return not kind or kind.startswith(_CLIENT_TOOLS)


def _blocks(rendering: ScriptedAnswer) -> list[dict[str, Any]]:
    blocks: list[dict[str, Any]] = []
    if rendering.thinking:
        # Only Anthropic can verify a signature. Clients merely send it back.
        blocks.append({"type": "thinking", "thinking": rendering.thinking, "signature": "c2NyaXB0ZWQ="})
    if rendering.text:
        blocks.append({"type": "text", "text": rendering.text})
    for call in rendering.calls:
        blocks.append({"type": "tool_use", "id": call.id, "name": call.name, "input": as_object(call.arguments)})
    return blocks


def _block_events(index: int, block: dict[str, Any]) -> Iterator[bytes]:
    match block["type"]:
        case "thinking":
            empty, name, text = block | {"thinking": "", "signature": ""}, "thinking", block["thinking"]
        case "text":
            empty, name, text = block | {"text": ""}, "text", block["text"]
        case _:
            empty, name, text = block | {"input": {}}, "partial_json", json.dumps(block["input"], ensure_ascii=False)
    yield _event({"type": "content_block_start", "index": index, "content_block": empty})
    kind = "input_json_delta" if name == "partial_json" else f"{name}_delta"
    for piece in pieces(text, PIECE):
        yield _event({"type": "content_block_delta", "index": index, "delta": {"type": kind, name: piece}})
    if name == "thinking":
        signed = {"type": "signature_delta", "signature": block["signature"]}
        yield _event({"type": "content_block_delta", "index": index, "delta": signed})
    yield _event({"type": "content_block_stop", "index": index})


def _event(data: dict[str, Any]) -> bytes:
    return event(data, data["type"])


def _stop(rendering: ScriptedAnswer) -> str:
    return _STOPS.get(rendering.stop, "tool_use" if rendering.calls else "end_turn")


def _usage(usage: Usage) -> dict[str, Any]:
    return {
        "input_tokens": usage.input - usage.cached - usage.cache_write,
        "cache_creation_input_tokens": usage.cache_write,
        "cache_read_input_tokens": usage.cached,
        "cache_creation": {
            "ephemeral_5m_input_tokens": usage.cache_write - usage.cache_write_1h,
            "ephemeral_1h_input_tokens": usage.cache_write_1h,
        },
        "output_tokens": usage.output,
        "output_tokens_details": {"thinking_tokens": usage.reasoning},
        "service_tier": "standard",
    }
