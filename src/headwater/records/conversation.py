"""Models the conversation between agents and models, in one form for all protocols."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import Field

from headwater.records._base import Record


class Role(StrEnum):
    """The author of a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


class ToolCall(Record):
    """A model's request to use a tool."""

    id: str
    name: str
    arguments: dict[str, Any] | str = Field(description="Text where the tool is freeform, or the JSON was broken.")
    namespace: str = Field(default="", description="Codex: the MCP server of the tool.")


class ToolResult(Record):
    """The result of a tool call. Content other than text is shown as ``[image/png, 1234 bytes]``."""

    call_id: str
    content: str
    is_error: bool = False


class ChatMessage(Record):
    """A turn in a conversation. Adjacent messages with the same role are joined."""

    role: Role
    text: str = ""
    reasoning: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_results: tuple[ToolResult, ...] = ()


class ToolDefinition(Record):
    """A tool that the model may call."""

    name: str
    description: str = ""
    parameters: dict[str, Any] = Field(default_factory=dict, description="A JSON schema.")


class Conversation(Record):
    """The conversation that one request asks a model to continue."""

    model: str
    messages: tuple[ChatMessage, ...]
    tools: tuple[ToolDefinition, ...] = ()
    effort: str = Field(default="", description="How much reasoning is asked for, in the provider's words.")
    stream: bool = False


class Reply(Record):
    """The model's answer."""

    text: str = ""
    reasoning: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    stop_reason: str = Field(default="", description="In the provider's words.")
    model: str = ""
    id: str = Field(default="", description="The provider's.")
