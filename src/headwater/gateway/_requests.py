"""Parses the requests in a wire log.

Each request contains the complete conversation so far. Shared messages are parsed and stored once, so that time and
space grow with the length of the conversation rather than the number of bytes sent.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property

from headwater.gateway._continued import AnswerHistory
from headwater.gateway._wire_log import Exchange, WireLog
from headwater.gateway.protocols import DIALECTS, Memo
from headwater.records.conversation import ChatMessage, Conversation, Reply, Role


@dataclass(frozen=True, eq=False)
class LoggedRequest:
    """One parsed request.

    Attributes:
        prefixes: A digest of each prefix of the request's messages, without the system prompt.
    """

    exchange: Exchange
    conversation: Conversation
    prefixes: tuple[bytes, ...]

    @property
    def number(self) -> int:
        """The position of the request in the log."""
        return self.exchange.request.id

    @property
    def reply(self) -> Reply:
        """The answer, or an empty answer if there was none."""
        response = self.exchange.response
        return response.reply if response is not None and response.reply is not None else Reply()

    @cached_property
    def opening(self) -> str:
        """The user's messages before the first answer."""
        texts = []
        for message in self.conversation.messages:
            if message.role is Role.ASSISTANT:
                break
            if message.role is Role.USER:
                texts.append(message.text)
        return "\n".join(texts)

    @cached_property
    def results(self) -> frozenset[str]:
        """The ids of the calls whose results the request contains."""
        return frozenset(result.call_id for message in self.conversation.messages for result in message.tool_results)


def read_requests(log: WireLog) -> list[LoggedRequest]:
    """Parse all requests in a log, in the log's order."""
    reader = _RequestReader()
    return [reader.read(exchange) for exchange in log.exchanges]


class _RequestReader:
    def __init__(self) -> None:
        self._memo: Memo = {}
        self._continued = AnswerHistory()
        self._shared: dict[bytes, ChatMessage] = {}
        # Python reuses no object id here, because ``_shared`` keeps the messages alive.
        self._digests: dict[int, bytes] = {}
        """Digests by the identity of a shared message."""

    def read(self, exchange: Exchange) -> LoggedRequest:
        dialect = DIALECTS[exchange.request.protocol]
        own = dialect.conversation(exchange.body, exchange.request.model, self._memo)
        conversation = self._continued.complete(own, dialect.continues(exchange.body))
        conversation = conversation.model_copy(
            update={"messages": tuple(self._share(message) for message in conversation.messages)}
        )
        request = LoggedRequest(exchange, conversation, self._prefixes(conversation))
        usage = exchange.response.usage if exchange.response is not None else None
        if dialect.can_be_continued(exchange.body):
            self._continued.note(conversation, request.reply, usage)
        return request

    def _share(self, message: ChatMessage) -> ChatMessage:
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


def identity(message: ChatMessage) -> str:
    """Return the identity of a message, which stays the same when the message is sent again.

    Agents may shorten the reasoning and change arguments, so these are ignored.
    """
    calls = [(call.id, call.name) for call in message.tool_calls]
    results = [(result.call_id, result.content) for result in message.tool_results]
    return repr((message.role.value, message.text.strip(), calls, results))


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=16).digest()
