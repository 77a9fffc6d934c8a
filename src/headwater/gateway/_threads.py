"""Finds the conversations in a wire log.

A log contains all requests in one sequence: those from the agent and from parallel subagents, and those for titles and
summaries. A request that continues an earlier one is recognized by its messages, which begin with the earlier messages.
Any other request is one of three things:

- a **subagent**, if its first message contains an argument of a tool call that still waits for its result;
- the same conversation **compacted**, if it contains an earlier tool call, begins with an earlier answer (the summary),
  or if the agent's own conversation is never continued;
- a **side** request, if it offers no tools while others do.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from enum import StrEnum

from headwater.gateway._requests import LoggedRequest, read_requests
from headwater.gateway._wire_log import WireLog
from headwater.records.conversation import ToolCall

_SUMMARY = 40
"""The minimum number of characters of a repeated answer to be treated as a summary."""
_MOST_SEGMENTS = 200
"""The maximum number of segments that are classified, because each classification scans the entire run."""
_TASK = 15
"""The minimum number of characters of a repeated argument to be treated as a subagent's task."""


class ThreadKind(StrEnum):
    """The role of a conversation."""

    MAIN = "main"
    SUBAGENT = "subagent"
    SIDE = "side"


Segment = list[LoggedRequest]
"""Requests that continue each other."""


@dataclass
class Thread:
    """One conversation, which consists of a first segment and another after each compaction.

    Attributes:
        parent: The thread whose tool call started this conversation, if known.
        call_id: The id of this call.
    """

    id: str
    kind: ThreadKind
    segments: list[Segment] = field(default_factory=list)
    parent: str = ""
    call_id: str = ""

    @property
    def requests(self) -> list[LoggedRequest]:
        """All requests in the conversation."""
        return [request for segment in self.segments for request in segment]


def find_threads(log: WireLog) -> tuple[Thread, ...]:
    """Return the conversations of a run in the order in which they began. The agent's own is ``main``."""
    requests = read_requests(log)
    uses_tools = any(one.conversation.tools for one in requests)
    threads: list[Thread] = []
    segments = _chain([one for one in requests if one.conversation.tools or not uses_tools])
    for segment in segments[:_MOST_SEGMENTS]:
        _place(segment, threads, requests)
    for number, segment in enumerate(segments[_MOST_SEGMENTS:], 1):
        threads.append(Thread(f"other-{number}", ThreadKind.SUBAGENT, [segment]))
    sides = _chain([one for one in requests if uses_tools and not one.conversation.tools])
    threads += [Thread(f"side-{number}", ThreadKind.SIDE, [segment]) for number, segment in enumerate(sides, 1)]
    return tuple(sorted(threads, key=lambda thread: thread.requests[0].number))


def _chain(requests: list[LoggedRequest]) -> list[Segment]:
    """Chain requests that continue each other. A request continues the request that is its longest prefix.

    A request that is shorter than the last request in its segment and does not repeat it has omitted messages. Such a
    request begins a new segment. It comes from an agent that keeps the user's messages and summarizes all other
    messages.
    """
    segments: list[Segment] = []
    by_request: dict[bytes, Segment] = {}
    for one in requests:
        segment = next((by_request[prefix] for prefix in reversed(one.prefixes) if prefix in by_request), None)
        if segment is None or (one.prefixes[-1] not in by_request and len(one.prefixes) < len(segment[-1].prefixes)):
            segment = []
            segments.append(segment)
        segment.append(one)
        if one.prefixes:
            by_request[one.prefixes[-1]] = segment
    return segments


def _place(segment: Segment, threads: list[Thread], requests: list[LoggedRequest]) -> None:
    """Classify a segment, and add it to its thread."""
    if not threads:
        threads.append(Thread("main", ThreadKind.MAIN, [segment]))
        return
    first = segment[0]
    caller = _caller(first, threads)
    continued = _knows_calls(first, threads)
    if continued is None and caller is None:
        continued = _repeats_answer(first, threads, requests) or _abandoned(first, threads[0])
    if continued is not None:
        continued.segments.append(segment)
        return
    thread = Thread(f"subagent-{len([t for t in threads if t.id != 'main']) + 1}", ThreadKind.SUBAGENT, [segment])
    if caller is not None:
        thread.parent, thread.call_id = caller[0].id, caller[1].id
    threads.append(thread)


def _caller(first: LoggedRequest, threads: list[Thread]) -> tuple[Thread, ToolCall] | None:
    """Return the call that gave a subagent its task and has no result yet, with its thread."""
    for thread in reversed(threads):
        before = [one for one in thread.requests if one.number < first.number]
        for one in reversed(before):
            for call in one.reply.tool_calls:
                if _gives(call, first.opening) and not any(call.id in other.results for other in before):
                    return thread, call
    return None


def _gives(call: ToolCall, opening: str) -> bool:
    values = call.arguments.values() if isinstance(call.arguments, dict) else [call.arguments]
    return any(isinstance(value, str) and len(value) >= _TASK and value.strip() in opening for value in values)


def _knows_calls(first: LoggedRequest, threads: list[Thread]) -> Thread | None:
    """Return the thread whose tool calls have their results in a request."""
    for thread in reversed(threads):
        if any(call.id in first.results for one in thread.requests for call in one.reply.tool_calls):
            return thread
    return None


def _repeats_answer(first: LoggedRequest, threads: list[Thread], requests: list[LoggedRequest]) -> Thread | None:
    """Return the thread whose summary, written in the thread itself or by a side request, begins a request."""
    for one in reversed(requests[: bisect_left(requests, first.number, key=lambda one: one.number)]):
        text = one.reply.text.strip()
        if len(text) >= _SUMMARY and text in first.opening:
            own = (thread for thread in threads if any(other is one for other in thread.requests))
            return next(own, None) or _summarized(one, threads)
    return None


def _summarized(side: LoggedRequest, threads: list[Thread]) -> Thread:
    """Return the thread whose messages are the beginning of a request without tools."""
    for thread in reversed(threads):
        if any(one.prefixes and one.prefixes[-1] in side.prefixes for one in thread.requests):
            return thread
    return threads[0]


def _abandoned(first: LoggedRequest, main: Thread) -> Thread | None:
    """Return the agent's own thread, if it is not continued after this request and was not waiting for a tool."""
    last = main.requests[-1]
    return main if last.number < first.number and not last.reply.tool_calls else None
