"""Prepares a harness with a model, through a separate gateway so that trials do not count the preparation's usage.

Only preparations with a model import this module, which imports the gateway.
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
    """A program that runs a harness's preparation with a model. Exit code 0 means that the preparation is complete."""

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
        """The name, which is the same for all preparations."""
        return self.kind

    def digest(self, task: Task) -> str:  # noqa: ARG002 - the protocol's signature
        """The preparation's digest. The harness's digest includes it."""
        return self.name

    def command(self, situation: Situation) -> Command:  # noqa: ARG002 - the protocol's signature
        """Return the command, with the variables that give the model's address."""
        command = command_of(self.preparation)
        return replace(command, env={**sdk_variables(), **command.env})

    def report(self, output: AgentOutput) -> AgentReport:
        """Report how the preparation ended, according to its exit code, because nothing else is known."""
        if output.exit_code == 0:
            return AgentReport(end=AgentEnd.COMPLETED)
        return AgentReport(end=AgentEnd.ERROR, detail=f"exit code {output.exit_code}")
