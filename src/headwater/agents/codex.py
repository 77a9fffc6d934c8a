"""Implements Codex, by OpenAI."""

from __future__ import annotations

import json
import platform
from collections.abc import Sequence
from typing import Any

from headwater.agents._base import Command, Situation
from headwater.agents._briefing import brief
from headwater.agents._model_agent import LAYER, ModelAgent
from headwater.agents._output import AgentOutput, json_lines
from headwater.agents._software import from_npm, npm_machine
from headwater.agents._tool_times import ToolTimes
from headwater.agents._values import count, line, part
from headwater.gateway import DUMMY_KEY, Protocol, Renamed, RenamingToolMap, base_url
from headwater.harnesses import McpServer
from headwater.records import AgentEnd, AgentReport, Usage

# Without these three settings, Codex contacts GitHub and OpenAI's site.
_CONFIG = """\
model = {model}
model_provider = "gateway"
check_for_update_on_startup = false

[analytics]
enabled = false

[features]
plugins = false
remote_plugin = false
apps = false

[model_providers.gateway]
name = "gateway"
base_url = {base_url}
env_key = "OPENAI_API_KEY"
wire_api = "responses"
request_max_retries = 2
stream_max_retries = 2
stream_idle_timeout_ms = 300000
"""
_MCP = """
[mcp_servers.{name}]
command = {command}
args = {args}
env = {{ {env} }}
default_tools_approval_mode = "approve"
"""


class Codex(ModelAgent):
    """Runs ``codex exec``, a static program that uses OpenAI Responses."""

    kind = "codex"
    title = "Codex"
    version = "0.169.0"
    protocols = (Protocol.RESPONSES,)
    layer = from_npm("codex")
    tools = RenamingToolMap({"shell": Renamed("exec_command", {"command": "cmd"})}, mcp="mcp__{server}/{tool}")

    def command(self, situation: Situation) -> Command:
        """Return the command, which disables Codex's own sandbox because Codex runs in Headwater's."""
        program = f"{platform.machine()}-unknown-linux-musl/bin/codex"
        files = {".codex/config.toml": self._config(situation.mcp_servers)}
        if situation.system_text:
            files[".codex/AGENTS.md"] = situation.system_text
        return Command(
            argv=[
                f"{LAYER}/node_modules/@openai/codex-linux-{npm_machine()}/vendor/{program}",
                *("exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"),
                *("--", brief(situation)),
            ],
            env={"OPENAI_API_KEY": DUMMY_KEY},
            layers=self.installed,
            files=files,
            keeps=(".codex/sessions/**/*.jsonl",),
            grace_sec=10,
        )

    def _config(self, servers: Sequence[McpServer]) -> str:
        text = _CONFIG.format(model=json.dumps(self.model), base_url=json.dumps(base_url(Protocol.RESPONSES)))
        for server in servers:
            text += _MCP.format(
                name=json.dumps(server.name),
                command=json.dumps(server.argv[0]),
                args=json.dumps(list(server.argv[1:])),
                env=", ".join(f"{json.dumps(name)} = {json.dumps(value)}" for name, value in server.env.items()),
            )
        return text

    def report(self, output: AgentOutput) -> AgentReport:
        """Read the last event of the turn. An interrupted turn has no such event."""
        last = output.last_event("turn.completed", "turn.failed")
        if last.get("type") == "turn.completed":
            return AgentReport(end=AgentEnd.COMPLETED, usage=_usage(part(last, "usage")))
        if last:
            return AgentReport(end=AgentEnd.ERROR, detail=line(part(last, "error").get("message")))
        return AgentReport(end=AgentEnd.SILENT)

    def note_tools(self, output: AgentOutput, times: ToolTimes) -> None:
        """Read the session file, because the standard output has no times."""
        for path in output.files(".codex/sessions/**/*.jsonl"):
            for event in json_lines(path):
                item = part(event, "payload")
                kind = str(item.get("type"))
                if kind in ("function_call", "custom_tool_call"):
                    times.started(item.get("call_id"), event.get("timestamp"))
                elif kind in ("function_call_output", "custom_tool_call_output"):
                    times.ended(item.get("call_id"), event.get("timestamp"), item.get("output"))


def _usage(counts: dict[str, Any]) -> Usage:
    return Usage(
        input=count(counts.get("input_tokens")),
        cached=count(counts.get("cached_input_tokens")),
        cache_write=count(counts.get("cache_write_input_tokens")),
        output=count(counts.get("output_tokens")),
        reasoning=count(counts.get("reasoning_output_tokens")),
    )
