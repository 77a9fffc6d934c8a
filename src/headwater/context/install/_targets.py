"""Defines where each agent expects its server configuration and skills, and in which formats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

NAME = "headwater"
SKILL = "headwater-context"


class InstallTarget(StrEnum):
    """An agent for which the server can be installed."""

    CLAUDE_CODE = "claude-code"
    CODEX = "codex"
    CURSOR = "cursor"
    OPENCODE = "opencode"


@dataclass(frozen=True)
class ServerCommand:
    """The command that starts the server."""

    command: str
    args: Sequence[str]


@dataclass(frozen=True)
class AgentFiles:
    """The files that an agent reads in the project's folder.

    Attributes:
        config: The configuration file. Its suffix determines whether it is JSON or TOML.
        section: The key in the configuration file under which servers are listed.
        skill: The Markdown file of the skill.
        front: The skill's frontmatter, which differs between agents.
        other_configs: Files that take precedence over ``config`` for the agent. They are not changed.
        after: The remaining step, which the user has to take.
    """

    config: str
    section: str
    skill: str
    front: str
    after: str
    other_configs: tuple[str, ...] = ()


_ABOUT = (
    "Lineage, catalog and checks of this project's data and dbt models, by the MCP server headwater. Use it before you"
    " search files for where a column comes from, before you change a column, and after you have built a model."
)
_SKILL_FRONT = f"name: {SKILL}\ndescription: {_ABOUT}\n"
PLACES: Mapping[InstallTarget, AgentFiles] = {
    InstallTarget.CLAUDE_CODE: AgentFiles(
        ".mcp.json",
        "mcpServers",
        f".claude/skills/{SKILL}/SKILL.md",
        _SKILL_FRONT,
        "start claude in this folder and approve the server; /mcp shows it",
    ),
    InstallTarget.CODEX: AgentFiles(
        ".codex/config.toml",
        "mcp_servers",
        f".agents/skills/{SKILL}/SKILL.md",
        _SKILL_FRONT,
        "start codex in this folder and trust it: it reads .codex of trusted folders alone; /mcp shows the server",
    ),
    InstallTarget.CURSOR: AgentFiles(
        ".cursor/mcp.json",
        "mcpServers",
        f".cursor/rules/{SKILL}.mdc",
        f"description: {_ABOUT}\nalwaysApply: false\n",
        "open this folder in Cursor and switch the server on in Settings, MCP",
    ),
    InstallTarget.OPENCODE: AgentFiles(
        "opencode.json",
        "mcp",
        f".opencode/skills/{SKILL}/SKILL.md",
        _SKILL_FRONT,
        "start opencode in this folder; `opencode mcp list` shows the server",
        ("opencode.jsonc",),
    ),
}

SKILL_BODY = """\
# What the MCP server headwater knows

It reads this project's files and databases as they are at the moment of asking, and changes nothing.

- Do not know a name, or where a value occurs: `search`. What a model or table holds: `show`.
- A wrong value: `upstream` of its column, then read the lines that it names. A wrong number of rows: `upstream` with
  `rows: true`. Two numbers that disagree: `difference`.
- Before you change a column: `impact` says which models, tests and exposures depend on it.
- What is left to build, or broken: `contract`.
- A number that the semantic layer has: `query_metrics`; else `query_sql`, one SELECT.
- After a dbt run: `verify_model` for each model that you changed. Against a copy of the table from before:
  `compare_tables`.

Columns are written `model.column`. What could not be traced is listed as `not traced`: read that SQL yourself.
"""


def entry(target: InstallTarget, server: ServerCommand) -> dict[str, Any]:
    """Return the server's entry in the format of an agent's configuration."""
    if target is InstallTarget.OPENCODE:
        return {"type": "local", "command": [server.command, *server.args], "enabled": True}
    return {"command": server.command, "args": list(server.args)}


def is_ours(value: object) -> bool:
    """Return whether an entry starts this server, regardless of where the server is installed."""
    if not isinstance(value, dict):
        return False
    command, args = value.get("command"), value.get("args", [])
    words = [*command, *args] if isinstance(command, list) else [command, *args]
    program = str(words[0]).replace("\\", "/").rpartition("/")[2] if words else ""
    return program == NAME and words[1:2] == ["mcp"]


def what_next(target: InstallTarget) -> str:
    """Return the remaining step, which the user has to take."""
    return PLACES[target].after
