"""Defines the interface of all protocols."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from headwater.records.conversation import ChatMessage, Conversation, Reply, Role, ToolCall
from headwater.records.usage import Usage

PROBE = "Reply with the word OK."
PROBE_TOKENS = 16
"""The minimum that OpenAI accepts."""
PIECE = 24
"""The number of characters in one event of a rendered stream."""


Memo = dict[int, tuple[dict[str, Any], ChatMessage]]
"""Messages by the identity of their object in a request. The object is stored with them to keep it alive."""


def remembered(
    read: Callable[[dict[str, Any]], ChatMessage], memo: Memo | None
) -> Callable[[dict[str, Any]], ChatMessage]:
    """Return a version of ``read`` that parses each object only once."""
    if memo is None:
        return read

    def call(item: dict[str, Any]) -> ChatMessage:
        if id(item) not in memo:
            memo[id(item)] = (item, read(item))
        return memo[id(item)][1]

    return call


@dataclass(frozen=True)
class ScriptedAnswer:
    """An answer that the gateway itself generates.

    Attributes:
        id: The id of the answer. It is unique within the run, and every request for the same turn gets the same id.
        stop: The stop reason: ``natural``, ``length`` or ``refusal``.
    """

    id: str
    model: str
    text: str
    thinking: str
    calls: tuple[ToolCall, ...]
    usage: Usage
    stop: str = "natural"


class Assembler(ABC):
    """Assembles a streamed answer into the body that the protocol uses for answers without streaming."""

    def __init__(self) -> None:
        self.has_token = False
        """Whether any output of the model has arrived."""
        self.has_finish = False
        """Whether the model's stop reason has arrived. Usage may still follow."""
        self.is_complete = False
        """Whether the stream has ended properly."""
        self.error = ""
        """The provider's error message in the stream."""

    @abstractmethod
    def feed(self, data: dict[str, Any]) -> None:
        """Process the data of one event."""

    def done(self) -> None:
        """Process the end marker, if the protocol has one that is not JSON."""
        self.is_complete = True

    def end(self) -> None:  # noqa: B027 - most protocols have an end mark
        """Process the end of the stream."""

    @abstractmethod
    def body(self) -> dict[str, Any]:
        """Return the part of the answer that has arrived so far."""


def split_system(messages: Sequence[ChatMessage]) -> tuple[str, list[ChatMessage]]:
    """Return the system prompt and the other messages."""
    system = "\n\n".join(message.text for message in messages if message.role is Role.SYSTEM)
    return system, [message for message in messages if message.role is not Role.SYSTEM]


class Dialect(ABC):
    """A protocol. Agents may send data of any shape, so parsing never raises."""

    end_marks: tuple[bytes, ...]
    """The marks of the last piece of a streamed answer, which contains at least one of them."""
    taken_fields: tuple[str, ...] = ()
    """Request fields that make the provider run or store something, or that change the price."""

    @abstractmethod
    def conversation(self, body: dict[str, Any], model: str, memo: Memo | None = None) -> Conversation:
        """Parse a request.

        Args:
            body: The body of the request.
            model: The model in the path, if the protocol puts it there.
            memo: Messages already parsed in other requests that share objects with this one.
        """

    @abstractmethod
    def take_hosted(self, body: dict[str, Any]) -> list[str]:
        """Remove the parts that make the provider run or store something, or that change the price. Return their names.

        Lists are replaced, not changed in place.
        """

    def take_fields(self, body: dict[str, Any]) -> list[str]:
        """Remove the fields in ``taken_fields``, and return the names of those that were present."""
        taken_names = [name for name in self.taken_fields if name in body]
        for name in taken_names:
            del body[name]
        return taken_names

    @abstractmethod
    def parts(self, body: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield every content part of every message, to search for addresses that the provider would fetch."""

    def continues(self, body: dict[str, Any]) -> str:  # noqa: ARG002 - most protocols send the conversation whole
        """Return the id of the answer that a request continues, or an empty string for a complete conversation."""
        return ""

    def can_be_continued(self, body: dict[str, Any]) -> bool:  # noqa: ARG002 - most providers keep nothing
        """Return whether a later request may refer to this answer instead of repeating the conversation."""
        return False

    @abstractmethod
    def request(self, model: str, messages: Sequence[ChatMessage], most_tokens: int) -> dict[str, Any]:
        """Return a request without tools.

        Args:
            model: The provider's name for the model.
            messages: The messages, which contain only text. The system message, if any, comes first.
            most_tokens: The maximum number of tokens in the answer, including reasoning.
        """

    @abstractmethod
    def probe(self, model: str) -> dict[str, Any]:
        """Return a small request whose answer shows that the provider and the model work."""

    @abstractmethod
    def reply(self, body: dict[str, Any]) -> Reply:
        """Parse an answer."""

    @abstractmethod
    def usage(self, body: dict[str, Any]) -> Usage | None:
        """Parse an answer's usage into the canonical form, or return None if the answer has no usage."""

    @abstractmethod
    def assembler(self) -> Assembler:
        """Return an assembler for a streamed answer."""

    @abstractmethod
    def render(self, rendering: ScriptedAnswer) -> dict[str, Any]:
        """Return an answer as the protocol's body."""

    @abstractmethod
    def render_stream(self, rendering: ScriptedAnswer) -> Iterator[bytes]:
        """Yield an answer as the events of a stream."""

    @abstractmethod
    def error(self, status: int, message: str) -> dict[str, Any]:
        """Return an error as the protocol's body."""
