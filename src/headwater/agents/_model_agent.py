"""What all agents with a model have in common, so that each is one small file that says what is its own."""

from __future__ import annotations

import hashlib
import inspect
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from headwater.agents._base import Command, Situation
from headwater.agents._output import AgentOutput
from headwater.agents._tool_times import ToolTimes
from headwater.errors import UnsupportedError
from headwater.layers import Layer
from headwater.records import AgentReport, Protocol
from headwater.tasks import Task

if TYPE_CHECKING:
    from headwater.gateway import ToolMap, Turn

LAYER = "/opt/agent"
"""Where an agent's own software is in the sandbox."""
_FAMILIES = {
    "claude": Protocol.ANTHROPIC,
    "gemini": Protocol.GEMINI,
    "gpt": Protocol.RESPONSES,
    "o": Protocol.RESPONSES,
}
_SHARED = ("_model_agent.py", "_briefing.py")


@dataclass(frozen=True)
class ModelAgent(ABC):
    """An agent that asks a model, by way of the gateway.

    Subclass it to add one: give the class variables and ``command`` and ``report``.

    Attributes:
        model: As the provider names it.
        kind: Its name on the command line, before the model.
        title: Its name for people.
        version: The exact one.
        protocols: In which it can speak to a model; the first is for models of no known family.
        tools: Its own names for the tools of a cassette.
        layer: Where it is installed; None for what the user brings.
        has_mcp: Whether it can use MCP servers.
        final_turn: What ends it, where a turn of text does not.
        side_models: What it asks for small things, beside its model. All others are refused: what an agent does is what
            its model does.
        counts_turns: A cassette counts its turns: it has no tools, or does not send its calls back as they came.
        own_cassettes: Each of its runs has a cassette of its own; one of a task, for every agent, is not for it.
    """

    model: str

    kind: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str]
    protocols: ClassVar[tuple[Protocol, ...]]
    tools: ClassVar[ToolMap]
    layer: ClassVar[Layer | None] = None
    has_mcp: ClassVar[bool] = True
    final_turn: ClassVar[Turn | None] = None
    side_models: ClassVar[tuple[str, ...]] = ()
    counts_turns: ClassVar[bool] = False
    own_cassettes: ClassVar[bool] = False

    @property
    def name(self) -> str:
        """``claude-code:claude-sonnet-4-6``."""
        return f"{self.kind}:{self.model}"

    @property
    def request_model(self) -> str:
        """The model as requests name it, which an agent may have another word for."""
        return self.model

    @property
    def protocol(self) -> Protocol:
        """How it speaks to its model: as the model's own provider does, if the agent can.

        A name with a slash is a router's, as in ``anthropic/claude-opus-5``; routers speak the first.
        """
        family = self.model.partition("-")[0].rstrip("0123456789")
        wanted = _FAMILIES.get(family)
        return wanted if wanted in self.protocols else self.protocols[0]

    @property
    def installed(self) -> Mapping[str, Layer]:
        """Its software, by where the sandbox shows it."""
        return {LAYER: self.layer} if self.layer is not None else {}

    def digest(self, task: Task) -> str:  # noqa: ARG002 - the protocol's signature
        """The model, the agent's software, and how it is started."""
        digest = hashlib.sha256(f"{self.name} {self.version}".encode())
        if self.layer is not None:
            digest.update(self.layer.digest.encode())
        own = Path(inspect.getfile(type(self)))
        for path in (own, *(Path(__file__).with_name(name) for name in _SHARED)):
            digest.update(path.read_bytes())
        return digest.hexdigest()

    def require(self, situation: Situation) -> None:
        """Make sure that it can do what the harness wants.

        Raises:
            UnsupportedError: The harness has MCP servers and the agent cannot use any.
        """
        if situation.mcp_servers and not self.has_mcp:
            names = ", ".join(server.name for server in situation.mcp_servers)
            raise UnsupportedError(
                f"{self.title} has no MCP, which the harness needs for {names}", where=f"--agent {self.kind}"
            )

    @abstractmethod
    def command(self, situation: Situation) -> Command:
        """Say what to run; called outside the sandbox."""

    @abstractmethod
    def report(self, output: AgentOutput) -> AgentReport:
        """Read the agent's own log: how it ended, and what it counted."""

    def note_tools(self, output: AgentOutput, times: ToolTimes) -> None:  # noqa: B027 - most logs tell nothing
        """Note when its tools ran, as far as its own log tells."""
