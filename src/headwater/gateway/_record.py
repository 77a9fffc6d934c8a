"""Converts recordings to cassettes."""

from __future__ import annotations

from headwater.errors import NotFoundError
from headwater.gateway._cassette import Cassette, CassetteCall, SubagentScript, Turn
from headwater.gateway._choose import wants_summary
from headwater.gateway._threads import Thread, ThreadKind, find_threads
from headwater.gateway._tool_map import ToolMap
from headwater.gateway._wire_log import Exchange, WireLog
from headwater.records.conversation import ToolCall
from headwater.records.usage import Usage
from headwater.records.wire import Answerer, Fault

_LENGTH = ("max_tokens", "length", "max_output_tokens", "MAX_TOKENS")
_REFUSAL = ("refusal", "content_filter", "SAFETY")
_MATCH = 200


def cassette_of(log: WireLog, tools: ToolMap, description: str = "") -> Cassette:
    """Return the model's answers in a run, with neutral tool names.

    Faults are omitted, because a cassette replays the conversation rather than network failures. Subagents become
    separate scripts, which are matched by a line of their task.

    Raises:
        NotFoundError: The log contains no answer.
    """
    threads = find_threads(log)
    main = [turn for thread in threads if thread.kind is ThreadKind.MAIN for turn in _turns(thread, tools)]
    summaries = [
        turn
        for thread in threads
        for request in thread.requests
        if wants_summary(request.conversation) and (turn := _turn(request.exchange, tools)) is not None
    ]
    if not main:
        raise NotFoundError("the wire log contains no answer of a model to replay")
    sides = [turn for thread in threads if thread.kind is ThreadKind.SIDE for turn in _turns(thread, tools)]
    subagents = [
        SubagentScript(match=_task_text(thread), turns=tuple(turns))
        for thread in threads
        if thread.kind is ThreadKind.SUBAGENT and (turns := _turns(thread, tools))
    ]
    return Cassette(
        description=description,
        turns=tuple(main),
        side=_without_calls(sides[0]) if sides else Turn(text="ok"),
        summary=_without_calls(summaries[-1]) if summaries else None,
        subagents=tuple(subagents),
    )


def _turns(thread: Thread, tools: ToolMap) -> list[Turn]:
    requests = [one for one in thread.requests if not wants_summary(one.conversation)]
    return [turn for one in requests if (turn := _turn(one.exchange, tools)) is not None]


def _without_calls(turn: Turn) -> Turn:
    return turn.model_copy(update={"calls": ()})


def _turn(exchange: Exchange, tools: ToolMap) -> Turn | None:
    response = exchange.response
    if response is None or response.reply is None or response.fault is not Fault.NONE:
        return None
    if response.answerer is Answerer.LIMIT:
        return None
    reply = response.reply
    return Turn(
        thinking=reply.reasoning,
        text=reply.text,
        calls=tuple(tools.to_neutral(_call(call)) for call in reply.tool_calls),
        usage=response.usage or Usage(),
        stop="length" if reply.stop_reason in _LENGTH else "refusal" if reply.stop_reason in _REFUSAL else "natural",
    )


def _call(call: ToolCall) -> CassetteCall:
    return CassetteCall.of_cli(call.name, call.arguments, call.namespace)


def _task_text(thread: Thread) -> str:
    """Return the last line of a subagent's first message, because reminders for all agents precede the task."""
    lines = thread.requests[0].opening.strip().splitlines()
    return lines[-1].strip()[:_MATCH] if lines else thread.id
