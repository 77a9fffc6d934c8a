"""Defines cassettes, which contain a scripted model's answers in one format for all protocols and agents.

A turn calls tools by neutral names. Each tool has these arguments::

    shell {command}    write {path, content}    edit {path, old, new}    read {path}
    mcp:<server>:<tool> {…}    finish {message}    cli:<name> {…}   (a tool of one CLI, by its own name)

Cassettes are validated. An unknown field is an error, and the message names its location.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_serializer, model_validator

from headwater.records._base import Record
from headwater.records.usage import Usage

NEUTRAL_TOOLS = {
    "shell": ("command",),
    "write": ("path", "content"),
    "edit": ("path", "old", "new"),
    "read": ("path",),
    "finish": ("message",),
}
_MCP = re.compile(r"mcp:[^:\s]+:[^:\s]+")
_CLI = "cli:"


class CassetteCall(Record):
    """One tool call, written as ``{name: {arguments}}``: ``- shell: {command: ls}``."""

    tool: str
    arguments: dict[str, Any] | str = Field(description="Text only for the freeform tools of a CLI.")

    @model_validator(mode="before")
    @classmethod
    def _read(cls, value: object) -> object:
        if not isinstance(value, dict) or "tool" in value:
            return value
        if len(value) != 1:
            raise ValueError("a call has one key, the tool's name: `- shell: {command: ls}`")
        ((tool, arguments),) = value.items()
        return {"tool": tool, "arguments": {} if arguments is None else arguments}

    @model_serializer
    def _write(self) -> dict[str, Any]:
        return {self.tool: self.arguments}

    @model_validator(mode="after")
    def _check(self) -> CassetteCall:
        expected = NEUTRAL_TOOLS.get(self.tool)
        if expected is None:
            if self.tool.startswith(_CLI) or _MCP.fullmatch(self.tool):
                return self
            known = ", ".join(NEUTRAL_TOOLS)
            raise ValueError(f"no tool {self.tool!r}; there are {known}, mcp:<server>:<tool> and cli:<name>")
        given_names = set(self.arguments) if isinstance(self.arguments, dict) else {"text"}
        if given_names != set(expected):
            raise ValueError(f"{self.tool} takes {{{', '.join(expected)}}}, not {{{', '.join(sorted(given_names))}}}")
        return self

    @classmethod
    def of_cli(cls, name: str, arguments: dict[str, Any] | str, namespace: str = "") -> CassetteCall:
        """Return a call to a tool that only one CLI has."""
        return cls(tool=f"{_CLI}{namespace}/{name}" if namespace else f"{_CLI}{name}", arguments=arguments)

    @property
    def cli_name(self) -> str:
        """The CLI's name for the tool, or an empty string for a neutral tool."""
        return self.tool.removeprefix(_CLI).rpartition("/")[2] if self.tool.startswith(_CLI) else ""

    @property
    def cli_namespace(self) -> str:
        """The namespace of the CLI's tool. Only Codex uses namespaces."""
        return self.tool.removeprefix(_CLI).rpartition("/")[0] if self.tool.startswith(_CLI) else ""


class FaultSpec(Record):
    """A scripted fault before or during a turn's answer. Exactly one of the four kinds is set."""

    status: int | None = Field(default=None, ge=400, le=599, description="Answer this status instead.")
    retry_after_sec: float | None = Field(default=None, ge=0, description="With a status: the Retry-After header.")
    message: str = Field(default="scripted fault", description="With a status: of the error.")
    cut_after_events: int | None = Field(default=None, ge=0, description="Hang up after so many events of the stream.")
    stall_sec: float | None = Field(default=None, gt=0, description="Fall silent for so long after the first event.")
    malformed: bool = Field(default=False, description="Answer with 200 and a body that is no JSON.")
    times: Annotated[int, Field(ge=1)] | Literal["always"] = Field(
        default=1, description="How often, before the turn is answered as it should be."
    )

    @model_validator(mode="after")
    def _one_kind(self) -> FaultSpec:
        kinds = [self.status is not None, self.cut_after_events is not None, self.stall_sec is not None, self.malformed]
        if sum(kinds) != 1:
            raise ValueError("a fault is one of status, cut_after_events, stall_sec and malformed")
        return self


class Turn(Record):
    """One answer from the model."""

    thinking: str = ""
    text: str = ""
    calls: tuple[CassetteCall, ...] = ()
    usage: Usage = Field(default=Usage(), description="`input` includes the cache, `output` the reasoning.")
    stop: Literal["natural", "length", "refusal"] = Field(default="natural", description="Why the model stopped.")
    delay_sec: float = Field(default=0, ge=0, le=3600, description="Before the first byte.")
    fault: FaultSpec | None = None


class SubagentScript(Record):
    """The turns of a subagent."""

    match: str = Field(min_length=1, description="A part of the first message of the subagent.")
    turns: tuple[Turn, ...] = Field(min_length=1)


class Cassette(Record):
    """A complete run of a scripted model."""

    version: Literal[1] = 1
    description: str = ""
    turns: tuple[Turn, ...] = Field(min_length=1)
    side: Turn = Field(default=Turn(text="ok"), description="For requests without tools: titles, probes.")
    summary: Turn | None = Field(default=None, description="For requests to sum up the conversation; else `side`.")
    subagents: tuple[SubagentScript, ...] = ()

    @field_validator("side", "summary")
    @classmethod
    def _calls_nothing(cls, turn: Turn | None) -> Turn | None:
        if turn is not None and turn.calls:
            raise ValueError("it answers requests that want no tool used, so it calls none")
        return turn
