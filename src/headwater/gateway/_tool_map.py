"""Translates between the neutral tools of cassettes and the tools of a CLI. Each adapter has a map."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from headwater.errors import UnsupportedError
from headwater.gateway._cassette import NEUTRAL_TOOLS, Cassette, CassetteCall, SubagentScript, Turn

_EDIT = (
    "import pathlib, sys; p, old, new = sys.argv[1:]; p = pathlib.Path(p); t = p.read_text(); "
    "n = t.count(old); assert n == 1, f'the old text is there {n} times'; p.write_text(t.replace(old, new))"
)


class ToolMap(Protocol):
    """The tool names of a CLI. Both directions translate whole calls, so that arguments can change as well."""

    def to_cli(self, call: CassetteCall) -> CassetteCall | None:
        """Return the CLI's call for a neutral call, or None for ``finish`` if the CLI ends with a text instead.

        Raises:
            UnsupportedError: The CLI has no such tool.
        """
        ...

    def to_neutral(self, call: CassetteCall) -> CassetteCall:
        """Return the neutral call for a CLI's call, or the call itself if there is no neutral one."""
        ...


@dataclass(frozen=True)
class Renamed:
    """A CLI's counterpart of a neutral tool.

    Attributes:
        name: The name of the CLI's tool.
        arguments: The CLI's name for each neutral argument.
        fixed: Further arguments of the CLI's tool, with constant values.
    """

    name: str
    arguments: Mapping[str, str]
    fixed: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class RenamingToolMap:
    """A map for CLIs whose tools differ only in their names, as in most CLIs.

    A tool that is missing from the CLI is replaced by a shell command: ``RenamingToolMap({"shell": Renamed("bash",
    {"command": "command"})})`` suffices for an agent with one tool.

    Attributes:
        tools: The CLI's tools, by neutral name.
        mcp: The format of MCP tool names, with ``{server}`` and ``{tool}``. If the CLI has namespaces, it is
            ``namespace/name``.
    """

    tools: Mapping[str, Renamed]
    mcp: str = "mcp__{server}__{tool}"

    def to_cli(self, call: CassetteCall) -> CassetteCall | None:
        """See ``ToolMap``."""
        if call.cli_name:
            return call
        arguments = call.arguments
        assert isinstance(arguments, dict)  # only calls that use the CLI's own names can have a string
        if call.tool.startswith("mcp:"):
            _, server, tool = call.tool.split(":")
            return CassetteCall(tool="cli:" + self.mcp.format(server=server, tool=tool), arguments=arguments)
        if call.tool == "finish" and call.tool not in self.tools:
            return None
        if call.tool not in self.tools:
            arguments = {"command": _in_shell(call.tool, arguments)}
        renamed = self.tools.get(call.tool) or self.tools.get("shell")
        if renamed is None:
            raise UnsupportedError(f"the agent has no tool for `{call.tool}`, and no shell")
        return CassetteCall.of_cli(
            renamed.name, {renamed.arguments[name]: value for name, value in arguments.items()} | dict(renamed.fixed)
        )

    def to_neutral(self, call: CassetteCall) -> CassetteCall:
        """See ``ToolMap``."""
        if isinstance(call.arguments, str):
            return call
        for tool, renamed in self.tools.items():
            neutral_names = {agent_name: neutral_name for neutral_name, agent_name in renamed.arguments.items()}
            if call.cli_name == renamed.name and set(neutral_names) <= set(call.arguments):
                neutral = {
                    neutral_names[name]: value for name, value in call.arguments.items() if name in neutral_names
                }
                if set(neutral) == set(NEUTRAL_TOOLS[tool]) and set(call.arguments) - set(neutral_names) <= set(
                    renamed.fixed
                ):
                    return CassetteCall(tool=tool, arguments=neutral)
        return self._mcp_to_neutral(call)

    def _mcp_to_neutral(self, call: CassetteCall) -> CassetteCall:
        name = call.tool.removeprefix("cli:")
        before, _, rest = self.mcp.partition("{server}")
        between, _, after = rest.partition("{tool}")
        middle = name.removeprefix(before).removesuffix(after)
        server, found, tool = middle.partition(between)
        if not name.startswith(before) or not name.endswith(after) or not (server and found and tool):
            return call
        return CassetteCall(tool=f"mcp:{server}:{tool}", arguments=call.arguments)


def _in_shell(tool: str, arguments: Mapping[str, Any]) -> str:
    """Return a shell command that does the work of a missing tool."""
    path, *texts = (shlex.quote(str(arguments[name])) for name in NEUTRAL_TOOLS[tool])
    match tool:
        case "write":
            return f"mkdir -p -- \"$(dirname -- {path})\" && printf '%s' {texts[0]} > {path}"
        case "edit":
            return f"python3 -c {shlex.quote(_EDIT)} {path} {texts[0]} {texts[1]}"
        case _:
            return f"cat -- {path}"


def translate(cassette: Cassette, tools: ToolMap) -> Cassette:
    """Return the cassette with the tools of one CLI.

    Raises:
        UnsupportedError: The CLI has no such tool. The message names the turn.
    """
    return cassette.model_copy(
        update={
            "turns": _translate_turns(cassette.turns, tools, "turn"),
            "subagents": tuple(
                SubagentScript(
                    match=script.match, turns=_translate_turns(script.turns, tools, f"subagent {script.match!r}, turn")
                )
                for script in cassette.subagents
            ),
        }
    )


def _translate_turns(turns: tuple[Turn, ...], tools: ToolMap, where: str) -> tuple[Turn, ...]:
    return tuple(_translate_turn(turn, tools, f"{where} {number}") for number, turn in enumerate(turns, 1))


def _translate_turn(turn: Turn, tools: ToolMap, where: str) -> Turn:
    calls: list[CassetteCall] = []
    text = turn.text
    for call in turn.calls:
        try:
            translated = tools.to_cli(call)
        except UnsupportedError as error:
            raise UnsupportedError(error.what, where=f"cassette, {where}") from None
        if translated is not None:
            calls.append(translated)
        elif isinstance(call.arguments, dict):  # the agent ends with this text
            text = "\n\n".join(part for part in (text, str(call.arguments["message"])) if part)
    return turn.model_copy(update={"calls": tuple(calls), "text": text})
