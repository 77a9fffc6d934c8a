"""Implements Gemini CLI, by Google."""

from __future__ import annotations

import json

from headwater.agents._base import Command, Situation
from headwater.agents._briefing import brief
from headwater.agents._mcp import mcp_servers
from headwater.agents._model_agent import LAYER, ModelAgent
from headwater.agents._output import AgentOutput
from headwater.agents._software import from_npm
from headwater.agents._values import count, line, part
from headwater.gateway import DUMMY_KEY, Protocol, Renamed, RenamingToolMap, base_url
from headwater.records import AgentEnd, AgentReport, Usage


class GeminiCli(ModelAgent):
    """Runs ``gemini --prompt``, a Node program that uses Gemini generateContent."""

    kind = "gemini-cli"
    title = "Gemini CLI"
    version = "0.61.0"
    protocols = (Protocol.GEMINI,)
    side_models = (  # the CLI uses these for summaries, corrected edits, and loop detection
        "gemini-2.5-flash",
        "gemini-2.5-flash-lite",
        "gemini-3-flash-preview",
        "gemini-3.1-flash-lite",
        "gemini-3.5-flash",
        "gemini-3.5-flash-lite",
    )
    layer = from_npm("gemini-cli", node_major=20)
    tools = RenamingToolMap(
        {
            "shell": Renamed("run_shell_command", {"command": "command"}),
            "write": Renamed("write_file", {"path": "file_path", "content": "content"}),
            "read": Renamed("read_file", {"path": "file_path"}),
        },
        mcp="mcp_{server}_{tool}",
    )

    def command(self, situation: Situation) -> Command:
        """Return the command. Settings go to a file, and the harness's text to the user's instruction file."""
        settings = {
            "security": {"auth": {"selectedType": "gemini-api-key"}},
            "privacy": {"usageStatisticsEnabled": False},
            "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
            "mcpServers": mcp_servers(situation.mcp_servers, {"trust": True}),
        }
        files = {".gemini/settings.json": json.dumps(settings)}
        if situation.system_text:
            files[".gemini/GEMINI.md"] = situation.system_text
        return Command(
            argv=[
                *(self.layer.node, f"{LAYER}/node_modules/@google/gemini-cli/bundle/gemini.js"),
                *("--output-format", "stream-json", "--yolo", "--skip-trust", "--model", self.model),
                f"--prompt={brief(situation)}",
            ],
            env={"GEMINI_API_KEY": DUMMY_KEY, "GOOGLE_GEMINI_BASE_URL": base_url(Protocol.GEMINI)},
            layers=self.installed,
            files=files,
            keeps=(".gemini/tmp/**/chats/*",),
            grace_sec=5,
        )

    def report(self, output: AgentOutput) -> AgentReport:
        """Read the last ``result`` event. Errors precede it, and the CLI's exit codes are not standard."""
        result = output.last_event("result")
        error = line(output.last_event("error").get("message"))
        if not result:
            return AgentReport(end=AgentEnd.ERROR if error else AgentEnd.SILENT, detail=error)
        stats = part(result, "stats")
        usage = Usage(
            input=count(stats.get("input_tokens")),
            cached=count(stats.get("cached")),
            # The output count excludes reasoning, but the total includes it.
            output=max(0, count(stats.get("total_tokens")) - count(stats.get("input_tokens"))),
        )
        if result.get("status") == "success":
            return AgentReport(end=AgentEnd.COMPLETED, usage=usage)
        return AgentReport(end=AgentEnd.ERROR, detail=line(part(result, "error").get("message")) or error, usage=usage)
