"""Implements opencode, by SST."""

from __future__ import annotations

import json
from typing import Any

from headwater.agents._base import Command, Situation
from headwater.agents._briefing import brief
from headwater.agents._model_agent import LAYER, ModelAgent
from headwater.agents._output import AgentOutput
from headwater.agents._software import from_npm, npm_machine
from headwater.agents._tool_times import ToolTimes
from headwater.agents._values import count, line, part, total
from headwater.gateway import DUMMY_KEY, Protocol, Renamed, RenamingToolMap, base_url
from headwater.records import AgentEnd, AgentReport, Usage

_SDKS = {
    Protocol.CHAT: ("@ai-sdk/openai-compatible", ""),
    Protocol.RESPONSES: ("@ai-sdk/openai", ""),
    Protocol.ANTHROPIC: ("@ai-sdk/anthropic", "/v1"),
}


class OpenCode(ModelAgent):
    """Runs ``opencode run``, a native program with the libraries of several providers."""

    kind = "opencode"
    title = "opencode"
    version = "1.18.33"
    protocols = (Protocol.CHAT, Protocol.RESPONSES, Protocol.ANTHROPIC)
    layer = from_npm("opencode")
    # The other tools depend on the model: OpenAI's models get a patch tool, and others get an editor.
    tools = RenamingToolMap(
        {"shell": Renamed("bash", {"command": "command"}, {"description": "Runs a command"})}, mcp="{server}_{tool}"
    )

    def command(self, situation: Situation) -> Command:
        """Return the command, with the gateway as the only provider. Setting a title saves a request for one."""
        sdk, suffix = _SDKS[self.protocol]
        model = f"gateway/{self.model}"
        config: dict[str, Any] = {
            "autoupdate": False,
            "share": "disabled",
            "enabled_providers": ["gateway"],
            "model": model,
            "small_model": model,
            "permission": "allow",
            "provider": {
                "gateway": {
                    "npm": sdk,
                    "name": "gateway",
                    "options": {"baseURL": base_url(self.protocol) + suffix, "apiKey": DUMMY_KEY},
                    "models": {self.model: {"name": self.model}},
                }
            },
            "mcp": {
                server.name: {"type": "local", "command": list(server.argv), "environment": dict(server.env)}
                for server in situation.mcp_servers
            },
        }
        files = {".config/opencode/opencode.json": json.dumps(config)}
        if situation.system_text:
            files[".config/opencode/AGENTS.md"] = situation.system_text
        return Command(
            argv=[
                f"{LAYER}/node_modules/opencode-linux-{npm_machine()}/bin/opencode",
                *("run", "--format", "json", "--title", "task", "--model", model, "--", brief(situation)),
            ],
            env={
                "OPENCODE_DISABLE_AUTOUPDATE": "1",
                "OPENCODE_DISABLE_DEFAULT_PLUGINS": "1",
                "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
                "OPENCODE_DISABLE_MODELS_FETCH": "1",
            },
            layers=self.installed,
            files=files,
            grace_sec=5,
        )

    def report(self, output: AgentOutput) -> AgentReport:
        """Add up the usage of the steps. The agent has completed its work if the last step stopped by itself."""
        steps: list[dict[str, Any]] = []
        error = ""
        for event in output.events():
            if event.get("type") == "step_finish":
                steps.append(part(event, "part"))
                error = ""
            elif event.get("type") == "error":
                error = line(part(event, "error", "data").get("message")) or line(part(event, "error").get("name"))
        done = bool(steps) and steps[-1].get("reason") == "stop"
        end = AgentEnd.ERROR if error else AgentEnd.COMPLETED if done else AgentEnd.SILENT
        usage = total(_usage(part(step, "tokens")) for step in steps)
        return AgentReport(end=end, detail=error, usage=usage, turns=len(steps))

    def note_tools(self, output: AgentOutput, times: ToolTimes) -> None:
        """Read the agent's events, which contain the start and the end of each tool call."""
        for event in output.events():
            if event.get("type") == "tool_use":
                call, state = part(event, "part").get("callID"), part(event, "part", "state")
                times.started(call, part(state, "time").get("start"))
                times.ended(call, part(state, "time").get("end"), part(state, "metadata").get("exit"))


def _usage(counts: dict[str, Any]) -> Usage:
    """Return the usage. The input count excludes cached tokens, and the output count excludes reasoning."""
    reads, writes = count(part(counts, "cache").get("read")), count(part(counts, "cache").get("write"))
    reasoning = count(counts.get("reasoning"))
    return Usage(
        input=count(counts.get("input")) + reads + writes,
        cached=reads,
        cache_write=writes,
        output=count(counts.get("output")) + reasoning,
        reasoning=reasoning,
    )
