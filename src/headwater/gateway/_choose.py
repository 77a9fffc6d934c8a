"""Chooses which turn of a cassette answers a request.

The request itself shows which turn is next, because the number of tool-calling turns in its conversation is the number
of completed turns. An agent may therefore repeat a request any number of times. A compacted conversation has fewer
turns than before, and the cassette then continues after the last turn that was delivered. If an agent has no tools,
each new request gets the next turn. A request to summarize the conversation never advances the cassette, even if it
offers tools.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from headwater.gateway._cassette import Cassette, Turn
from headwater.records.conversation import ChatMessage, Conversation, Role

_SUM_UP = re.compile(
    r"\bsumm[a-z]+\b[^.]{0,80}\b(conversation|session)\b|checkpoint compaction|handoff summary", re.IGNORECASE
)
_REMINDER = re.compile(r"<system-reminder>.*?</system-reminder>", re.DOTALL)


def wants_summary(conversation: Conversation) -> bool:
    """Return whether the agent asks the model to summarize the conversation in order to continue from the summary.

    This relies on how current agents phrase the request. The request may be in the same message as tool results.
    """
    messages = [message for message in conversation.messages if message.role is not Role.SYSTEM]
    if not any(message.role is Role.ASSISTANT for message in messages):
        return False
    last = messages[-1]
    return last.role is Role.USER and _SUM_UP.search(_REMINDER.sub("", last.text)) is not None


@dataclass(frozen=True)
class ChosenTurn:
    """A turn and its position. ``turn`` is None after the last turn."""

    script: str
    number: int
    turn: Turn | None


@dataclass
class _TurnSequence:
    """The turns of the agent or of one subagent, and the number delivered so far."""

    name: str
    turns: tuple[Turn, ...]
    done: int = 0
    skipped: dict[bytes, int] = field(default_factory=dict)
    turn_numbers: dict[bytes, int] = field(default_factory=dict)


class TurnChooser:
    """Chooses the turn for each request of one run."""

    def __init__(self, cassette: Cassette, *, text_agent: bool) -> None:
        self._text_agent = text_agent
        self._side = cassette.side
        self._summary = cassette.summary or cassette.side
        self._main = _TurnSequence("main", cassette.turns)
        self._others = [
            (script.match, _TurnSequence(f"sub{number}", script.turns))
            for number, script in enumerate(cassette.subagents, 1)
        ]

    def choose(self, conversation: Conversation) -> ChosenTurn:
        """Return the turn that answers a conversation."""
        if not self._text_agent and wants_summary(conversation):
            return ChosenTurn("summary", 0, self._summary)
        if not conversation.tools and not self._text_agent:
            return ChosenTurn("side", 0, self._side)
        messages = [message for message in conversation.messages if message.role is not Role.SYSTEM]
        part = self._part(messages)
        digest = _digest(messages)
        number = part.turn_numbers.get(digest)
        if number is None:
            number = part.done if self._text_agent else self._recognize(part, messages)
            part.turn_numbers[digest] = number
        return ChosenTurn(part.name, number, part.turns[number] if number < len(part.turns) else None)

    def note_received(self, chosen: ChosenTurn) -> None:
        """Record that the agent received a turn completely."""
        for part in (self._main, *(part for _, part in self._others)):
            if part.name == chosen.script:
                part.done = max(part.done, chosen.number + 1)

    def _part(self, messages: list[ChatMessage]) -> _TurnSequence:
        opening = "\n".join(message.text for message in _until_assistant(messages))
        return next((part for match, part in self._others if match in opening), self._main)

    def _recognize(self, part: _TurnSequence, messages: list[ChatMessage]) -> int:
        root = _digest(messages[:1])
        counted = _count(part, messages)
        number = part.skipped.get(root, 0) + counted
        # A compacted conversation has a different first message, or fewer turns than were delivered. An agent may
        # repeat its last request, which is one turn behind.
        compacted = root not in part.skipped and part.done > 0 and bool(part.skipped)
        if compacted or number < part.done - 1:
            number = part.done
        part.skipped[root] = number - counted
        return number


def _count(part: _TurnSequence, messages: list[ChatMessage]) -> int:
    """Count the cassette's turns in the conversation. Adjacent messages from the model are one turn."""
    texts = {turn.text.strip() for turn in part.turns if not turn.calls and turn.text}
    counted = 0
    new_turn = True
    for message in messages:
        if message.role is not Role.ASSISTANT:
            new_turn = True
        elif new_turn and (message.tool_calls or message.text.strip() in texts):
            counted += 1
            new_turn = False
    return counted


def _until_assistant(messages: list[ChatMessage]) -> Iterator[ChatMessage]:
    for message in messages:
        if message.role is Role.ASSISTANT:
            return
        yield message


def _digest(messages: list[ChatMessage]) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    for message in messages:
        digest.update(message.model_dump_json().encode())
    return digest.digest()
