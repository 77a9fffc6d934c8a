"""The conversations in a wire log.

A log holds requests one after the other, whoever made them: the agent, its subagents in parallel, a title here, a
summary there. Requests that go on with an earlier one are found by their messages, which begin with those of the
earlier. What begins anew is one of three things:

- a **subagent**, if it is first told what a tool call that is still waiting for its result was given;
- the same conversation **compacted**, if it knows an earlier tool call, is told an earlier answer (the summary), or if
  the agent's own conversation never goes on;
- a **side** request, if it offers no tools while others do.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from enum import StrEnum

from headwater.gateway._said import Said, read_said
from headwater.gateway._wire_log import WireLog
from headwater.records.conversation import ToolCall

_SUMMARY = 40
"""Characters from which on a repeated answer is taken for a summary."""
_MOST_SEGMENTS = 200
"""Conversations that begin anew more often are not looked into, since each look goes through the whole run."""
_TASK = 15
"""Characters from which on a repeated argument is taken for a subagent's task."""


class ThreadKind(StrEnum):
    """Whose conversation it is."""

    MAIN = "main"
    SUBAGENT = "subagent"
    SIDE = "side"


Segment = list[Said]
"""Requests that go on with each other."""


@dataclass
class Thread:
    """One conversation: a segment, and one more for each time that it was compacted.

    Attributes:
        parent: The thread whose tool call started it, where that is known.
        call_id: That call.
    """

    id: str
    kind: ThreadKind
    segments: list[Segment] = field(default_factory=list)
    parent: str = ""
    call_id: str = ""

    @property
    def said(self) -> list[Said]:
        """All its requests."""
        return [said for segment in self.segments for said in segment]


def find_threads(log: WireLog) -> tuple[Thread, ...]:
    """Return the conversations of a run, in the order in which they began; the agent's own is ``main``."""
    said = read_said(log)
    uses_tools = any(one.conversation.tools for one in said)
    threads: list[Thread] = []
    segments = _chain([one for one in said if one.conversation.tools or not uses_tools])
    for segment in segments[:_MOST_SEGMENTS]:
        _place(segment, threads, said)
    for number, segment in enumerate(segments[_MOST_SEGMENTS:], 1):
        threads.append(Thread(f"other-{number}", ThreadKind.SUBAGENT, [segment]))
    sides = _chain([one for one in said if uses_tools and not one.conversation.tools])
    threads += [Thread(f"side-{number}", ThreadKind.SIDE, [segment]) for number, segment in enumerate(sides, 1)]
    return tuple(sorted(threads, key=lambda thread: thread.said[0].number))


def _chain(said: list[Said]) -> list[Segment]:
    """Join requests that go on with each other: the longest beginning that was a whole request before decides.

    One that is shorter than the last of those, and no repetition, has left something out: it begins anew, as agents do
    that keep the user's words and sum up the rest.
    """
    segments: list[Segment] = []
    by_request: dict[bytes, Segment] = {}
    for one in said:
        segment = next((by_request[prefix] for prefix in reversed(one.prefixes) if prefix in by_request), None)
        if segment is None or (one.prefixes[-1] not in by_request and len(one.prefixes) < len(segment[-1].prefixes)):
            segment = []
            segments.append(segment)
        segment.append(one)
        if one.prefixes:
            by_request[one.prefixes[-1]] = segment
    return segments


def _place(segment: Segment, threads: list[Thread], said: list[Said]) -> None:
    """Find out what a segment is, and put it where it belongs."""
    if not threads:
        threads.append(Thread("main", ThreadKind.MAIN, [segment]))
        return
    first = segment[0]
    caller = _caller(first, threads)
    continued = _knows_calls(first, threads)
    if continued is None and caller is None:
        continued = _repeats_answer(first, threads, said) or _abandoned(first, threads[0])
    if continued is not None:
        continued.segments.append(segment)
        return
    thread = Thread(f"subagent-{len([t for t in threads if t.id != 'main']) + 1}", ThreadKind.SUBAGENT, [segment])
    if caller is not None:
        thread.parent, thread.call_id = caller[0].id, caller[1].id
    threads.append(thread)


def _caller(first: Said, threads: list[Thread]) -> tuple[Thread, ToolCall] | None:
    """The call that gave a subagent its task, and had no result yet."""
    for thread in reversed(threads):
        before = [one for one in thread.said if one.number < first.number]
        for one in reversed(before):
            for call in one.reply.tool_calls:
                if _gives(call, first.told) and not any(call.id in other.results for other in before):
                    return thread, call
    return None


def _gives(call: ToolCall, told: str) -> bool:
    values = call.arguments.values() if isinstance(call.arguments, dict) else [call.arguments]
    return any(isinstance(value, str) and len(value) >= _TASK and value.strip() in told for value in values)


def _knows_calls(first: Said, threads: list[Thread]) -> Thread | None:
    """The thread whose tool calls a conversation has results of."""
    for thread in reversed(threads):
        if any(call.id in first.results for one in thread.said for call in one.reply.tool_calls):
            return thread
    return None


def _repeats_answer(first: Said, threads: list[Thread], said: list[Said]) -> Thread | None:
    """The thread whose summary, made by itself or by a side request, a conversation is told."""
    for one in reversed(said[: bisect_left(said, first.number, key=lambda one: one.number)]):
        text = one.reply.text.strip()
        if len(text) >= _SUMMARY and text in first.told:
            own = (thread for thread in threads if any(other is one for other in thread.said))
            return next(own, None) or _summarized(one, threads)
    return None


def _summarized(side: Said, threads: list[Thread]) -> Thread:
    """The thread whose messages a request without tools begins with."""
    for thread in reversed(threads):
        if any(one.prefixes and one.prefixes[-1] in side.prefixes for one in thread.said):
            return thread
    return threads[0]


def _abandoned(first: Said, main: Thread) -> Thread | None:
    """The agent's own thread, if it never goes on after this and was not waiting for a tool."""
    last = main.said[-1]
    return main if last.number < first.number and not last.reply.tool_calls else None
