"""Describes Cursor's CLI according to its documentation. No package registry has the CLI, so this agent is untested."""

from __future__ import annotations

from headwater.agents._base import Command, Situation
from headwater.agents._briefing import brief
from headwater.agents._mcp import mcp_file
from headwater.agents._model_agent import ModelAgent
from headwater.agents._output import AgentOutput
from headwater.agents._values import line
from headwater.errors import UnsupportedError
from headwater.gateway import RenamingToolMap
from headwater.records import AgentEnd, AgentReport


class Cursor(ModelAgent):
    """Runs ``cursor-agent --print``, which needs Cursor's own service.

    No trial can reach that service, and no gateway can replace it.
    """

    kind = "cursor"
    title = "Cursor"
    version = "unpinned"
    protocols = ()
    tools = RenamingToolMap({})

    def require(self, situation: Situation) -> None:  # noqa: ARG002 - the same for every situation
        """Raise an error for every harness.

        Raises:
            UnsupportedError: Always, because the sandbox allows no requests to Cursor, and the gateway cannot meter
                them.
        """
        raise UnsupportedError(
            "its CLI needs Cursor's own service, which a trial cannot reach",
            where=f"--agent {self.kind}",
            fix="export the tasks and run it with Harbor",
        )

    def command(self, situation: Situation) -> Command:
        """Return the command from Cursor's documentation."""
        prompt = f"{situation.system_text}\n\n{brief(situation)}" if situation.system_text else brief(situation)
        return Command(
            argv=[
                *("cursor-agent", "--print", "--output-format", "stream-json", "--force", "--trust"),
                *("--approve-mcps", "--sandbox", "disabled", "--model", self.model, prompt),
            ],
            files={".cursor/mcp.json": mcp_file(situation.mcp_servers)},
            grace_sec=5,
        )

    def report(self, output: AgentOutput) -> AgentReport:
        """Read the ``result`` event, which is missing after a failure and never reports usage."""
        result = output.last_event("result")
        if not result:
            return AgentReport(end=AgentEnd.SILENT)
        if result.get("subtype") == "success" and result.get("is_error") is False:
            return AgentReport(end=AgentEnd.COMPLETED)
        return AgentReport(end=AgentEnd.ERROR, detail=line(result.get("result")))
