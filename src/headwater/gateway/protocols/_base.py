"""What every protocol can do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from headwater.records.conversation import Conversation, Message, Reply, ToolCall
from headwater.records.usage import Usage

PROBE = "Reply with the word OK."
PROBE_TOKENS = 16
"""The least that OpenAI lets one ask for."""
PIECE = 24
"""Characters of text in one event of a rendered stream."""


Memo = dict[int, tuple[dict[str, Any], Message]]
"""Messages that were read before, by the identity of the object in a request; it holds that object, too."""


def remembered(read: Callable[[dict[str, Any]], Message], memo: Memo | None) -> Callable[[dict[str, Any]], Message]:
    """Return ``read`` that reads every object once."""
    if memo is None:
        return read

    def call(item: dict[str, Any]) -> Message:
        if id(item) not in memo:
            memo[id(item)] = (item, read(item))
        return memo[id(item)][1]

    return call


@dataclass(frozen=True)
class Rendering:
    """An answer that the gateway gives itself.

    Attributes:
        id: Unique in the run, and the same when the same turn is asked for again.
        stop: ``natural``, ``length`` or ``refusal``.
    """

    id: str
    model: str
    text: str
    thinking: str
    calls: tuple[ToolCall, ...]
    usage: Usage
    stop: str = "natural"


class Assembler(ABC):
    """Puts a streamed answer together, into the body that the protocol has for answers that are not streamed."""

    def __init__(self) -> None:
        self.has_token = False
        """Whether anything that the model said has come."""
        self.has_finish = False
        """Whether the model has said why it stopped; usage may still come."""
        self.is_complete = False
        """Whether the stream has come to its proper end."""
        self.error = ""
        """What the provider said in the stream that went wrong."""

    @abstractmethod
    def feed(self, data: dict[str, Any]) -> None:
        """Take the data of one event."""

    def done(self) -> None:
        """Take the end mark, where the protocol has one that is no JSON."""
        self.is_complete = True

    def end(self) -> None:  # noqa: B027 - most protocols have an end mark
        """Take the end of the stream."""

    @abstractmethod
    def body(self) -> dict[str, Any]:
        """Return what there is of the answer."""


class Dialect(ABC):
    """One protocol. What agents send may be of any shape, so nothing that reads raises."""

    end_marks: tuple[bytes, ...]
    """One of them is in the piece of a stream that ends the answer."""
    taken_fields: tuple[str, ...] = ()
    """Fields of a request that have something run or kept at the provider, or that make it cost another price."""

    @abstractmethod
    def conversation(self, body: dict[str, Any], model: str, memo: Memo | None = None) -> Conversation:
        """Read a request.

        Args:
            body: What was sent.
            model: From the path, where the protocol has it there.
            memo: Of messages of other requests that share objects with this one.
        """

    @abstractmethod
    def take_hosted(self, body: dict[str, Any]) -> list[str]:
        """Take out of a request what would run or be kept at the provider, or cost another price; return the names.

        Lists are replaced, not changed.
        """

    def take_fields(self, body: dict[str, Any]) -> list[str]:
        """Take out ``taken_fields``; return those that were there."""
        taken = [name for name in self.taken_fields if name in body]
        for name in taken:
            del body[name]
        return taken

    @abstractmethod
    def parts(self, body: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Give every part of a message's content, to look for addresses that the provider would fetch."""

    def continues(self, body: dict[str, Any]) -> str:  # noqa: ARG002 - most protocols send the conversation whole
        """Return the id of the answer that a request goes on after; empty if it holds all that was said."""
        return ""

    def can_be_continued(self, body: dict[str, Any]) -> bool:  # noqa: ARG002 - most providers keep nothing
        """Whether a later request may name the answer to this one, instead of repeating what was said."""
        return False

    @abstractmethod
    def probe(self, model: str) -> dict[str, Any]:
        """Return a small request, whose answer shows that the provider and the model work."""

    @abstractmethod
    def reply(self, body: dict[str, Any]) -> Reply:
        """Read an answer."""

    @abstractmethod
    def usage(self, body: dict[str, Any]) -> Usage | None:
        """Read what an answer used, in our canonical form; None if it does not say."""

    @abstractmethod
    def assembler(self) -> Assembler:
        """Return what puts a streamed answer together."""

    @abstractmethod
    def render(self, rendering: Rendering) -> dict[str, Any]:
        """Write an answer."""

    @abstractmethod
    def render_stream(self, rendering: Rendering) -> Iterator[bytes]:
        """Write an answer as the events of a stream."""

    @abstractmethod
    def error(self, status: int, message: str) -> dict[str, Any]:
        """Write an error."""
