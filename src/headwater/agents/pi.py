"""Implements pi, by Mario Zechner: a small agent with four tools."""

from __future__ import annotations

import json
from typing import Any

from headwater.agents._base import Command, Situation
from headwater.agents._briefing import brief
from headwater.agents._model_agent import LAYER, ModelAgent
from headwater.agents._output import AgentOutput, json_lines
from headwater.agents._software import from_npm
from headwater.agents._tool_times import ToolTimes
from headwater.agents._values import line, part, total, usage_beside_cache
from headwater.gateway import DUMMY_KEY, Protocol, Renamed, RenamingToolMap, base_url
from headwater.records import AgentEnd, AgentReport, Usage

_APIS = {
    Protocol.CHAT: ("openai-completions", ""),
    Protocol.RESPONSES: ("openai-responses", ""),
    Protocol.ANTHROPIC: ("anthropic-messages", ""),
    Protocol.GEMINI: ("google-generative-ai", "/v1beta"),
}
# The gateway has already retried.
_RETRY = {"maxRetries": 2, "baseDelayMs": 500, "provider": {"maxRetries": 0}}


class Pi(ModelAgent):
    """Runs ``pi --print``, a Node program that supports every protocol."""

    kind = "pi"
    title = "pi"
    version = "0.73.1"
    protocols = (Protocol.CHAT, Protocol.RESPONSES, Protocol.ANTHROPIC, Protocol.GEMINI)
    layer = from_npm("pi", node_major=20)
    has_mcp = False
    tools = RenamingToolMap(
        {
            "shell": Renamed("bash", {"command": "command"}),
            "write": Renamed("write", {"path": "path", "content": "content"}),
            "read": Renamed("read", {"path": "path"}),
        }
    )

    def command(self, situation: Situation) -> Command:
        """Return the command, with the gateway configured as a provider of one model."""
        api, suffix = _APIS[self.protocol]
        provider = {
            "baseUrl": base_url(self.protocol) + suffix,
            "api": api,
            "apiKey": DUMMY_KEY,
            "models": [{"id": self.model}],
        }
        argv = [
            self.layer.node,
            f"{LAYER}/node_modules/@mariozechner/pi-coding-agent/dist/cli.js",
            "--print",
            "--mode",
            "json",
            "--no-extensions",
        ]
        argv += ["--provider", "gateway", "--model", self.model]
        if situation.system_text:
            argv += ["--append-system-prompt", situation.system_text]
        return Command(
            argv=[*argv, brief(situation)],
            env={"PI_OFFLINE": "1"},
            layers=self.installed,
            files={
                ".pi/agent/models.json": json.dumps({"providers": {"gateway": provider}}),
                ".pi/agent/settings.json": json.dumps({"retry": _RETRY}),
            },
            keeps=(".pi/agent/sessions/**/*.jsonl",),
            grace_sec=5,
        )

    def report(self, output: AgentOutput) -> AgentReport:
        """Add up the usage of the messages.

        The last stop reason, and not the exit code, shows how the agent ended.
        """
        messages = [
            part(event, "message")
            for event in output.events()
            if event.get("type") == "message_end" and part(event, "message").get("role") == "assistant"
        ]
        answered = [message for message in messages if message.get("stopReason") in ("stop", "length", "toolUse")]
        last = messages[-1] if messages else {}
        return AgentReport(
            end=_ENDS.get(str(last.get("stopReason")), AgentEnd.SILENT),
            detail=line(last.get("errorMessage")),
            usage=total(_usage(part(message, "usage")) for message in messages),
            turns=len(answered),
        )

    def note_tools(self, output: AgentOutput, times: ToolTimes) -> None:
        """Read the session file, in which each tool result contains the time at which the tool ended."""
        for path in output.files(".pi/agent/sessions/**/*.jsonl"):
            for event in json_lines(path):
                message = part(event, "message")
                if message.get("role") == "toolResult":
                    content = message.get("content") if message.get("isError") else None
                    text = part(content[0]).get("text") if isinstance(content, list) and content else None
                    times.ended(message.get("toolCallId"), event.get("timestamp"), text)
                for block in message["content"] if isinstance(message.get("content"), list) else []:
                    if part(block).get("type") == "toolCall":
                        times.started(part(block).get("id"), event.get("timestamp"))


def _usage(counts: dict[str, Any]) -> Usage:
    return usage_beside_cache(counts, fresh="input", cached="cacheRead", written="cacheWrite", output="output")


_ENDS = {
    "stop": AgentEnd.COMPLETED,
    "length": AgentEnd.ERROR,
    "error": AgentEnd.ERROR,
    "aborted": AgentEnd.ABORTED,
}
