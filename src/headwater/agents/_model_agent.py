"""Implements the base class of all agents with a model, so that each agent is one small file."""

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
"""The folder of an agent's software in the sandbox."""
_FAMILIES = {
    "claude": Protocol.ANTHROPIC,
    "gemini": Protocol.GEMINI,
    "gpt": Protocol.RESPONSES,
    "o": Protocol.RESPONSES,
}
_SHARED = ("_model_agent.py", "_briefing.py")


def usual_protocol(model: str) -> Protocol | None:
    """Return the protocol of a model's own provider, or None for an unknown model family."""
    return _FAMILIES.get(model.partition("-")[0].rstrip("0123456789"))


@dataclass(frozen=True)
class ModelAgent(ABC):
    """An agent that uses a model through the gateway.

    To add an agent, subclass this class and define the class variables, ``command`` and ``report``.

    Attributes:
        model: The provider's name for the model.
        kind: The agent's name on the command line, before the model.
        title: The agent's display name.
        version: The agent's exact version.
        protocols: The protocols that the agent supports. The first one is used for unknown model families.
        tools: The agent's names for the tools in a cassette.
        layer: The agent's software, or None if the user provides it.
        has_mcp: Whether the agent can use MCP servers.
        final_turn: The turn that ends the agent, if an answer without tool calls does not end it.
        side_models: Models that the agent may use for small requests in addition to its own. All other models are
            refused, so that results can be attributed to the agent's model.
        counts_turns: Whether each new request gets the next turn of a cassette, because the agent has no tools or does
            not repeat its calls exactly.
        own_cassettes: Whether the agent needs cassettes of its own, because the one that a task provides for all agents
            does not suit it.
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
        """The name on the command line, such as ``claude-code:claude-sonnet-4-6``."""
        return f"{self.kind}:{self.model}"

    @property
    def request_model(self) -> str:
        """The model's name in requests, which may differ from the agent's name for it."""
        return self.model

    @property
    def protocol(self) -> Protocol:
        """The protocol of the model's own provider if the agent supports it, or else the agent's first protocol.

        A name with a slash, such as ``anthropic/claude-opus-5``, belongs to a router. Routers use the first protocol.
        """
        usual = usual_protocol(self.model)
        return usual if usual in self.protocols else self.protocols[0]

    @property
    def installed(self) -> Mapping[str, Layer]:
        """The agent's software, keyed by its path in the sandbox."""
        return {LAYER: self.layer} if self.layer is not None else {}

    def digest(self, task: Task) -> str:  # noqa: ARG002 - the protocol's signature
        """Return the digest of the model, the agent's software, and the code that starts it."""
        digest = hashlib.sha256(f"{self.name} {self.version}".encode())
        if self.layer is not None:
            digest.update(self.layer.digest.encode())
        own = Path(inspect.getfile(type(self)))
        for path in (own, *(Path(__file__).with_name(name) for name in _SHARED)):
            digest.update(path.read_bytes())
        return digest.hexdigest()

    def require(self, situation: Situation) -> None:
        """Check that the agent supports what the harness requires.

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
        """Return the command to run. This is called outside the sandbox."""

    @abstractmethod
    def report(self, output: AgentOutput) -> AgentReport:
        """Read from the agent's own log how the run ended and how much usage the agent counted."""

    def note_tools(self, output: AgentOutput, times: ToolTimes) -> None:  # noqa: B027 - most logs tell nothing
        """Record the start and end times of tool calls that the agent's own log reports."""
