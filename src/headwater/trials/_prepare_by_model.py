"""Runs a preparation that uses a model through its own gateway, which counts it separately from trials.

Only preparations with a model load this, and the gateway with it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from headwater.agents import AgentOutput, Command, ModelAgent, Situation
from headwater.gateway import RenamingToolMap, sdk_variables
from headwater.harnesses import Preparation
from headwater.records import AgentEnd, AgentReport, Protocol
from headwater.tasks import Task
from headwater.trials._prepare import NAME, command_of


@dataclass(frozen=True)
class PreparingByModel(ModelAgent):
    """Runs a harness's preparation, which is complete when it ends with exit code 0."""

    preparation: Preparation

    kind = NAME
    title = "the preparation"
    version = "the harness's"
    protocols = tuple(Protocol)
    tools = RenamingToolMap({})
    counts_turns = True
    own_cassettes = True

    @property
    def name(self) -> str:
        """The name that every preparation has."""
        return self.kind

    def digest(self, task: Task) -> str:  # noqa: ARG002 - the protocol's signature
        """The digest of the preparation, which is part of the harness's."""
        return self.name

    def command(self, situation: Situation) -> Command:  # noqa: ARG002 - the protocol's signature
        """Return the command with the variables through which it finds its model."""
        command = command_of(self.preparation)
        return replace(command, env={**sdk_variables(), **command.env})

    def report(self, output: AgentOutput) -> AgentReport:
        """Report the exit code, because nothing else is known about the preparation."""
        if output.exit_code == 0:
            return AgentReport(end=AgentEnd.COMPLETED)
        return AgentReport(end=AgentEnd.ERROR, detail=f"exit code {output.exit_code}")
