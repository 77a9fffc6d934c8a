"""Requests that name the answer they go on after, and leave out what was said before: OpenAI Responses knows these."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

from headwater.records.conversation import Conversation, Message, Reply, Role
from headwater.records.usage import Usage

_HELD = 64
"""So many answers are held with what was said before them; of older ones only the count of tokens is."""


@dataclass(frozen=True)
class _Answer:
    messages: tuple[Message, ...]
    tokens: int


class Continued:
    """The answers of a run, and what was said until each."""

    def __init__(self) -> None:
        self._answers: dict[str, _Answer] = {}
        self._held: deque[str] = deque()

    def knows(self, answer_id: str) -> bool:
        """Whether there was an answer of that id."""
        return answer_id in self._answers

    def tokens(self, answer_id: str) -> int:
        """How many tokens were said until then: input of whatever goes on after it."""
        return self._answers[answer_id].tokens if answer_id in self._answers else 0

    def whole(self, conversation: Conversation, answer_id: str) -> Conversation:
        """Return the conversation with what was said before; the system's text is the request's own."""
        if answer_id not in self._answers:
            return conversation
        own = [message for message in conversation.messages if message.role is Role.SYSTEM]
        new = [message for message in conversation.messages if message.role is not Role.SYSTEM]
        messages = (*own, *self._answers[answer_id].messages, *new)
        return conversation.model_copy(update={"messages": messages})

    def note(self, conversation: Conversation, reply: Reply | None, usage: Usage | None) -> None:
        """Note an answer to a whole conversation."""
        if reply is None or not reply.id:
            return
        said = Message(role=Role.ASSISTANT, text=reply.text, reasoning=reply.reasoning, tool_calls=reply.tool_calls)
        before = tuple(message for message in conversation.messages if message.role is not Role.SYSTEM)
        if reply.id not in self._answers:
            self._held.append(reply.id)
        self._answers[reply.id] = _Answer((*before, said), usage.total if usage is not None else 0)
        if len(self._held) > _HELD:
            oldest = self._held.popleft()
            self._answers[oldest] = replace(self._answers[oldest], messages=())
