"""Which requests belong to the conversation of the agent program itself.

It begins with the first request that offers tools (or with the first of all, where none does): until a model has
answered, nothing in the sandbox runs but the program. What goes on with it belongs to it; subagents, titles and what a
command of the agent sends do not. A command can copy the conversation and continue it: nothing in a request shows which
process sent it. Therefore this decides which faults matter, and never that there was one.
"""

from __future__ import annotations

import hashlib
from collections import deque

from headwater.gateway._said import identity
from headwater.records.conversation import Conversation, Reply, Role

_SUMMARY = 40
"""Characters from which on a repeated answer is taken for a summary of the conversation."""
_ANSWERS = 8


class OwnConversation:
    """Follows the program's own conversation through the requests of a run."""

    def __init__(self) -> None:
        self._begun = False
        self._offers_tools = False
        self._beginnings: set[bytes] = set()
        self._calls: set[str] = set()
        self._answers: deque[str] = deque(maxlen=_ANSWERS)
        self._on_their_way = 0
        self._has_ended = False
        """The model's last answer called no tool, or never came: what begins anew now is the program."""

    def take(self, conversation: Conversation) -> bool:
        """Note a request; return whether it belongs to the conversation."""
        beginnings = _beginnings(conversation)
        tools = bool(conversation.tools)
        first = not self._begun or (tools and not self._offers_tools)
        if not (first or self._goes_on(conversation, beginnings) or (tools and self._may_begin_anew)):
            return False
        self._begun = True
        self._offers_tools = self._offers_tools or tools
        self._beginnings.update(beginnings[-1:])
        self._on_their_way += 1
        return True

    def note(self, reply: Reply | None) -> None:
        """Note the end of a request that belongs to it; None if there was no answer."""
        self._on_their_way -= 1
        self._has_ended = reply is None or not reply.tool_calls
        if reply is not None:
            self._calls.update(call.id for call in reply.tool_calls if call.id)
            if len(text := reply.text.strip()) >= _SUMMARY:
                self._answers.append(text)

    @property
    def _may_begin_anew(self) -> bool:
        return self._has_ended and not self._on_their_way

    def _goes_on(self, conversation: Conversation, beginnings: list[bytes]) -> bool:
        """Whether it repeats a request, holds a result of a call, or begins with an answer: a summary."""
        if any(beginning in self._beginnings for beginning in beginnings):
            return True
        messages = conversation.messages
        if any(result.call_id in self._calls for message in messages for result in message.tool_results):
            return True
        told = next((message.text for message in messages if message.role is Role.USER), "")
        return any(answer in told for answer in self._answers)


def _beginnings(conversation: Conversation) -> list[bytes]:
    """A digest of each beginning of the messages, but for the system's text."""
    digest = hashlib.blake2b(digest_size=16)
    found = []
    for message in conversation.messages:
        if message.role is not Role.SYSTEM:
            digest.update(identity(message).encode(errors="surrogatepass"))
            found.append(digest.copy().digest())
    return found
