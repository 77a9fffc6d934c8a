"""Which turn of a cassette answers a request.

The turn is read off the request: as many tool-calling turns as the conversation has, so many are done. So an agent may
repeat a request as often as it likes. Where a conversation was compacted there are fewer of them than before, and the
cassette goes on after the last turn that was given. Agents without tools are counted: a request that was not seen
before gets the next turn. A request to sum up the conversation is answered aside, whether it offers tools or not.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from headwater.gateway._cassette import Cassette, Turn
from headwater.records.conversation import Conversation, Message, Role

_SUM_UP = re.compile(
    r"\bsumm[a-z]+\b[^.]{0,80}\b(conversation|session)\b|checkpoint compaction|handoff summary", re.IGNORECASE
)
_REMINDER = re.compile(r"<system-reminder>.*?</system-reminder>", re.DOTALL)


def wants_summary(conversation: Conversation) -> bool:
    """Whether the agent asks the model to sum up what was said, to go on with that alone.

    Told by its words, which stand beside the results of the last calls, and are those of today's agents.
    """
    said = [message for message in conversation.messages if message.role is not Role.SYSTEM]
    if not any(message.role is Role.ASSISTANT for message in said):
        return False
    last = said[-1]
    return last.role is Role.USER and _SUM_UP.search(_REMINDER.sub("", last.text)) is not None


@dataclass(frozen=True)
class Chosen:
    """A turn and where it is; ``turn`` is None behind the last one."""

    script: str
    number: int
    turn: Turn | None


@dataclass
class _Part:
    """The turns of the agent or of one subagent, and how far they are."""

    name: str
    turns: tuple[Turn, ...]
    done: int = 0
    skipped: dict[bytes, int] = field(default_factory=dict)
    seen: dict[bytes, int] = field(default_factory=dict)


class Chooser:
    """Finds the turn for each request of one run."""

    def __init__(self, cassette: Cassette, *, text_agent: bool) -> None:
        self._text_agent = text_agent
        self._side = cassette.side
        self._summary = cassette.summary or cassette.side
        self._main = _Part("main", cassette.turns)
        self._others = [
            (script.match, _Part(f"sub{number}", script.turns)) for number, script in enumerate(cassette.subagents, 1)
        ]

    def choose(self, conversation: Conversation) -> Chosen:
        """Return the turn that answers this conversation."""
        if not self._text_agent and wants_summary(conversation):
            return Chosen("summary", 0, self._summary)
        if not conversation.tools and not self._text_agent:
            return Chosen("side", 0, self._side)
        said = [message for message in conversation.messages if message.role is not Role.SYSTEM]
        part = self._part(said)
        whole = _digest(said)
        number = part.seen.get(whole)
        if number is None:
            number = part.done if self._text_agent else self._recognize(part, said)
            part.seen[whole] = number
        return Chosen(part.name, number, part.turns[number] if number < len(part.turns) else None)

    def given(self, chosen: Chosen) -> None:
        """Note that the agent got this turn whole."""
        for part in (self._main, *(part for _, part in self._others)):
            if part.name == chosen.script:
                part.done = max(part.done, chosen.number + 1)

    def _part(self, said: list[Message]) -> _Part:
        told = "\n".join(message.text for message in _until_assistant(said))
        return next((part for match, part in self._others if match in told), self._main)

    def _recognize(self, part: _Part, said: list[Message]) -> int:
        root = _digest(said[:1])
        counted = _count(part, said)
        number = part.skipped.get(root, 0) + counted
        compacted = root not in part.skipped and part.done > 0 and bool(part.skipped)
        if compacted or number < part.done - 1:
            number = part.done
        part.skipped[root] = number - counted
        return number


def _count(part: _Part, said: list[Message]) -> int:
    """How many turns of the cassette the conversation holds; adjacent messages of the model are one turn."""
    texts = {turn.text.strip() for turn in part.turns if not turn.calls and turn.text}
    counted = 0
    new_turn = True
    for message in said:
        if message.role is not Role.ASSISTANT:
            new_turn = True
        elif new_turn and (message.tool_calls or message.text.strip() in texts):
            counted += 1
            new_turn = False
    return counted


def _until_assistant(said: list[Message]) -> Iterator[Message]:
    for message in said:
        if message.role is Role.ASSISTANT:
            return
        yield message


def _digest(messages: list[Message]) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    for message in messages:
        digest.update(message.model_dump_json().encode())
    return digest.digest()
