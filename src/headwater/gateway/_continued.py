"""Tracks requests that refer to an earlier answer by its id and omit earlier messages, as OpenAI Responses allows."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

from headwater.records.conversation import ChatMessage, Conversation, Reply, Role
from headwater.records.usage import Usage

_MAX_REPLIES = 64
"""The number of answers whose earlier messages are stored. For older answers, only the token count is stored."""


@dataclass(frozen=True)
class _StoredAnswer:
    messages: tuple[ChatMessage, ...]
    tokens: int


class AnswerHistory:
    """The answers in a run, each with the conversation that precedes it."""

    def __init__(self) -> None:
        self._answers: dict[str, _StoredAnswer] = {}
        self._reply_ids: deque[str] = deque()

    def knows(self, answer_id: str) -> bool:
        """Return whether the run has an answer with this id."""
        return answer_id in self._answers

    def tokens(self, answer_id: str) -> int:
        """Return the number of tokens up to and including an answer, which are input tokens of its continuations."""
        return self._answers[answer_id].tokens if answer_id in self._answers else 0

    def complete(self, conversation: Conversation, answer_id: str) -> Conversation:
        """Return the conversation including the omitted messages. Its system prompt is that of the request."""
        if answer_id not in self._answers:
            return conversation
        own = [message for message in conversation.messages if message.role is Role.SYSTEM]
        new = [message for message in conversation.messages if message.role is not Role.SYSTEM]
        messages = (*own, *self._answers[answer_id].messages, *new)
        return conversation.model_copy(update={"messages": messages})

    def note(self, conversation: Conversation, reply: Reply | None, usage: Usage | None) -> None:
        """Record the answer to a complete conversation."""
        if reply is None or not reply.id:
            return
        answer = ChatMessage(
            role=Role.ASSISTANT, text=reply.text, reasoning=reply.reasoning, tool_calls=reply.tool_calls
        )
        before = tuple(message for message in conversation.messages if message.role is not Role.SYSTEM)
        if reply.id not in self._answers:
            self._reply_ids.append(reply.id)
        self._answers[reply.id] = _StoredAnswer((*before, answer), usage.total if usage is not None else 0)
        if len(self._reply_ids) > _MAX_REPLIES:
            oldest = self._reply_ids.popleft()
            self._answers[oldest] = replace(self._answers[oldest], messages=())
