"""Decides which requests belong to the agent program's own conversation.

The conversation begins with the first request that offers tools, or with the first request if none does, because
nothing else runs in the sandbox before a model has answered. Continuations of this request belong to the conversation.
Requests from subagents, requests for titles, and requests from the agent's commands do not. A command can copy the
conversation and continue it, because nothing in a request shows which process sent it. The result is therefore used
only to decide which faults matter, and never as evidence of a fault.
"""

from __future__ import annotations

import hashlib
from collections import deque

from headwater.gateway._requests import identity
from headwater.records.conversation import Conversation, Reply, Role

_SUMMARY = 40
"""The minimum length, in characters, at which a repeated answer is treated as a summary of the conversation."""
_ANSWERS = 8


class OwnConversation:
    """Tracks the program's own conversation through the requests of a run."""

    def __init__(self) -> None:
        self._has_started = False
        self._offers_tools = False
        self._beginnings: set[bytes] = set()
        self._calls: set[str] = set()
        self._answers: deque[str] = deque(maxlen=_ANSWERS)
        self._in_flight = 0
        self._has_ended = False
        """Whether the model's last answer called no tool or was never received. If so, a new conversation may begin."""

    def take(self, conversation: Conversation) -> bool:
        """Record a request, and return whether it belongs to the conversation."""
        beginnings = _beginnings(conversation)
        tools = bool(conversation.tools)
        first = not self._has_started or (tools and not self._offers_tools)
        if not (first or self._goes_on(conversation, beginnings) or (tools and self._may_begin_anew)):
            return False
        self._has_started = True
        self._offers_tools = self._offers_tools or tools
        self._beginnings.update(beginnings[-1:])
        self._in_flight += 1
        return True

    def note(self, reply: Reply | None) -> None:
        """Record the end of a request in the conversation. ``reply`` is None if there was no answer."""
        self._in_flight -= 1
        self._has_ended = reply is None or not reply.tool_calls
        if reply is not None:
            self._calls.update(call.id for call in reply.tool_calls if call.id)
            if len(text := reply.text.strip()) >= _SUMMARY:
                self._answers.append(text)

    @property
    def _may_begin_anew(self) -> bool:
        return self._has_ended and not self._in_flight

    def _goes_on(self, conversation: Conversation, beginnings: list[bytes]) -> bool:
        """Return whether a conversation extends a request, contains the result of a call, or begins with a summary."""
        if any(beginning in self._beginnings for beginning in beginnings):
            return True
        messages = conversation.messages
        if any(result.call_id in self._calls for message in messages for result in message.tool_results):
            return True
        opening = next((message.text for message in messages if message.role is Role.USER), "")
        return any(answer in opening for answer in self._answers)


def _beginnings(conversation: Conversation) -> list[bytes]:
    """Return a digest of each prefix of the messages, without the system prompt."""
    digest = hashlib.blake2b(digest_size=16)
    found = []
    for message in conversation.messages:
        if message.role is not Role.SYSTEM:
            # JSON can contain lone surrogates, which UTF-8 cannot encode.
            digest.update(identity(message).encode(errors="surrogatepass"))
            found.append(digest.copy().digest())
    return found
