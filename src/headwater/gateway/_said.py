"""The requests of a wire log, read.

Each holds the whole conversation so far. What they share is read once and held once, so that a long run is read in the
time and space of what was said in it, and not of what was sent.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

from headwater.gateway._continued import Continued
from headwater.gateway._wire_log import Exchange, WireLog
from headwater.gateway.protocols import DIALECTS, Memo
from headwater.records.conversation import Conversation, Message, Reply, Role


@dataclass(frozen=True, eq=False)
class Said:
    """One request, read.

    Attributes:
        prefixes: A digest of each beginning of its messages, but for the system's text.
    """

    exchange: Exchange
    conversation: Conversation
    prefixes: tuple[bytes, ...]

    @property
    def number(self) -> int:
        """Its place in the log."""
        return self.exchange.request.id

    @property
    def reply(self) -> Reply:
        """What was answered; empty if nothing was."""
        response = self.exchange.response
        return response.reply if response is not None and response.reply is not None else Reply()

    @cached_property
    def told(self) -> str:
        """What it begins with, but for the system's text."""
        texts = []
        for message in self.conversation.messages:
            if message.role is Role.ASSISTANT:
                break
            if message.role is Role.USER:
                texts.append(message.text)
        return "\n".join(texts)

    @cached_property
    def results(self) -> frozenset[str]:
        """The calls whose results it holds."""
        return frozenset(result.call_id for message in self.conversation.messages for result in message.tool_results)


def read_said(log: WireLog) -> list[Said]:
    """Read all requests of a log, in its order."""
    reader = _Reader()
    return [reader.read(exchange) for exchange in log.exchanges]


class _Reader:
    def __init__(self) -> None:
        self._memo: Memo = {}
        self._continued = Continued()
        self._shared: dict[bytes, Message] = {}
        self._digests: dict[int, bytes] = {}
        """By the identity of a message that is shared."""

    def read(self, exchange: Exchange) -> Said:
        dialect = DIALECTS[exchange.request.protocol]
        own = dialect.conversation(exchange.body, exchange.request.model, self._memo)
        whole = self._continued.whole(own, dialect.continues(exchange.body))
        whole = whole.model_copy(update={"messages": tuple(self._share(message) for message in whole.messages)})
        said = Said(exchange, whole, self._prefixes(whole))
        usage = exchange.response.usage if exchange.response is not None else None
        if dialect.can_be_continued(exchange.body):
            self._continued.note(whole, said.reply, usage)
        return said

    def _share(self, message: Message) -> Message:
        if id(message) in self._digests:
            return message
        shared = self._shared.setdefault(_digest(repr(message)), message)
        if shared is message:
            self._digests[id(message)] = _digest(identity(message))
        return shared

    def _prefixes(self, conversation: Conversation) -> tuple[bytes, ...]:
        digest = hashlib.blake2b(digest_size=16)
        found = []
        for message in conversation.messages:
            if message.role is not Role.SYSTEM:
                digest.update(self._digests[id(message)])
                found.append(digest.copy().digest())
        return tuple(found)


def identity(message: Message) -> str:
    """What a message is known by when it is sent again; agents shorten reasoning, and change arguments."""
    calls = [(call.id, call.name) for call in message.tool_calls]
    results = [(result.call_id, result.content) for result in message.tool_results]
    return repr((message.role.value, message.text.strip(), calls, results))


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=16).digest()
