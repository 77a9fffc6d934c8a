"""Implements data-agent, Headwater's reference agent. The package ``data_agent`` runs in the sandbox."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from headwater.agents._base import Command, Situation
from headwater.agents._briefing import brief
from headwater.agents._mcp import mcp_servers
from headwater.agents._model_agent import LAYER, ModelAgent
from headwater.agents._output import AgentOutput
from headwater.agents._tool_times import ToolTimes
from headwater.agents._values import count, line, part, total
from headwater.gateway import DUMMY_KEY, Protocol, Renamed, RenamingToolMap, base_url
from headwater.records import AgentEnd, AgentReport, Usage
from headwater.sandbox import HOME
from headwater.tasks import Task

_PROGRAM = Path(__file__).with_name("data_agent")
_START = f'import sys; sys.path.insert(0, "{LAYER}"); from data_agent.loop import main; sys.exit(main(sys.argv[1]))'
_SYSTEM = """\
You are a data engineer. You are given a task, a working directory and tools. Look before you change anything. Try \
what you wrote, and look at what it did to the data, before you say that it is done. When all that was asked for is \
done, answer with a short summary and call no tool."""


class DataAgent(ModelAgent):
    """A loop around a shell, an editor and the harness's MCP tools, in the harness's own Python."""

    kind = "data-agent"
    title = "data-agent"
    version = "1"
    protocols = (Protocol.CHAT, Protocol.ANTHROPIC)
    tools = RenamingToolMap(
        {
            "shell": Renamed("shell", {"command": "command"}),
            "write": Renamed("write", {"path": "path", "content": "content"}),
            "edit": Renamed("edit", {"path": "path", "old": "old", "new": "new"}),
        }
    )

    def digest(self, task: Task) -> str:
        """Return the digest that every model agent has, extended by the program's files."""
        digest = hashlib.sha256(super().digest(task).encode())
        for path in sorted(_PROGRAM.glob("*.py")):
            digest.update(path.read_bytes())
        return digest.hexdigest()

    def command(self, situation: Situation) -> Command:
        """Return the command that starts the program with a configuration file.

        Python runs in isolated mode, so that no file from the workspace is imported.
        """
        config = {
            "model": self.model,
            "protocol": self.protocol.value,
            "base_url": base_url(self.protocol),
            "key": DUMMY_KEY,
            "system": f"{_SYSTEM}\n\n{situation.system_text}".rstrip(),
            "prompt": brief(situation),
            "mcp_servers": mcp_servers(situation.mcp_servers),
        }
        return Command(
            argv=["python3", "-I", "-c", _START, f"{HOME}/.data-agent/config.json"],
            mounts={f"{LAYER}/data_agent": _PROGRAM},
            files={".data-agent/config.json": json.dumps(config)},
        )

    def note_tools(self, output: AgentOutput, times: ToolTimes) -> None:
        """Read the program's events, which contain the start and the end of each tool call."""
        for event in output.events():
            if event.get("type") == "tool":
                times.started(event.get("id"), event.get("started"))
                times.ended(event.get("id"), event.get("ended"), event.get("exit_code"))

    def report(self, output: AgentOutput) -> AgentReport:
        """Sum the usage over the program's events, and determine from the last event how the program ended."""
        usages: list[Usage] = []
        last: dict[str, Any] = {}
        for event in output.events():
            last = event
            if event.get("type") == "model":
                counts = part(event, "usage")
                usages.append(Usage(**{name: count(counts[name]) for name in Usage.model_fields if name in counts}))
        ended = last.get("type") == "end"
        end = AgentEnd.SILENT
        if ended:
            end = AgentEnd.COMPLETED if last.get("state") == "completed" else AgentEnd.ERROR
        return AgentReport(end=end, detail=line(last.get("detail")), usage=total(usages), turns=len(usages))
