"""Implements Qwen Code, by Alibaba."""

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


class QwenCode(ModelAgent):
    """Runs ``qwen``, a Node program that uses Chat Completions."""

    kind = "qwen-code"
    title = "Qwen Code"
    version = "0.24.4"
    protocols = (Protocol.CHAT,)
    layer = from_npm("qwen-code", node_major=20, programs=("node_modules/@qwen-code/qwen-code/vendor/*/*/rg",))
    tools = RenamingToolMap(
        {
            "shell": Renamed("run_shell_command", {"command": "command"}, {"is_background": False}),
            "write": Renamed("write_file", {"path": "file_path", "content": "content"}),
            "edit": Renamed("edit", {"path": "file_path", "old": "old_string", "new": "new_string"}),
            "read": Renamed("read_file", {"path": "file_path"}),
        }
    )

    def command(self, situation: Situation) -> Command:
        """Return the command, with a settings file. Everything else is given by flags and environment variables."""
        settings = {
            "privacy": {"usageStatisticsEnabled": False},
            "general": {"enableAutoUpdate": False},
            "mcpServers": mcp_servers(situation.mcp_servers, {"trust": True}),
        }
        argv = [self.layer.node, f"{LAYER}/node_modules/@qwen-code/qwen-code/cli-entry.js"]
        argv += ["--output-format", "stream-json", "--yolo", "--auth-type", "openai"]
        if situation.system_text:
            argv += ["--append-system-prompt", situation.system_text]
        return Command(
            argv=[*argv, f"--prompt={brief(situation)}"],
            env={
                "OPENAI_API_KEY": DUMMY_KEY,
                "OPENAI_BASE_URL": base_url(Protocol.CHAT),
                "OPENAI_MODEL": self.model,
                "QWEN_CODE_SUPPRESS_YOLO_WARNING": "1",
            },
            layers=self.installed,
            files={".qwen/settings.json": json.dumps(settings)},
            keeps=(".qwen/projects/**/*.jsonl",),
            grace_sec=5,
        )

    def report(self, output: AgentOutput) -> AgentReport:
        """Read the last ``result`` event, whose usage counts cached tokens as input."""
        result = output.last_event("result")
        if not result:
            return AgentReport(end=AgentEnd.SILENT)
        counts = part(result, "usage")
        usage = Usage(
            input=count(counts.get("input_tokens")),
            cached=count(counts.get("cache_read_input_tokens")),
            output=count(counts.get("output_tokens")),
        )
        if result.get("subtype") == "success" and result.get("is_error") is False:
            return AgentReport(end=AgentEnd.COMPLETED, usage=usage)
        detail = line(part(result, "error").get("message")) or line(result.get("result"))
        return AgentReport(end=AgentEnd.ERROR, detail=detail, usage=usage)
