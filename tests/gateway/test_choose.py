"""Choose the turn of a cassette that answers a request."""

from __future__ import annotations

import pytest
from tests.gateway.support import shell

from headwater.gateway import Cassette, ChatMessage, Conversation, Role, ToolCall, ToolResult, Turn
from headwater.gateway._cassette import SubagentScript
from headwater.gateway._choose import TurnChooser
from headwater.gateway.protocols import DIALECTS
from headwater.records import Protocol, ToolDefinition

TOOLS = (ToolDefinition(name="Bash"),)
TURNS = tuple(Turn(text=f"turn {number}", calls=(shell("ls"),)) for number in range(5))


def user(text: str) -> ChatMessage:
    return ChatMessage(role=Role.USER, text=text)


def call(number: int) -> list[ChatMessage]:
    """Return a message that calls a tool, and its result."""
    used = ToolCall(id=f"c{number}", name="Bash", arguments={})
    result = ToolResult(call_id=f"c{number}", content="ok")
    return [ChatMessage(role=Role.ASSISTANT, tool_calls=(used,)), ChatMessage(role=Role.USER, tool_results=(result,))]


def talk(*messages: ChatMessage | list[ChatMessage], tools: bool = True) -> Conversation:
    flat = [one for message in messages for one in (message if isinstance(message, list) else [message])]
    return Conversation(model="m", messages=tuple(flat), tools=TOOLS if tools else ())


class Run:
    """A run of an agent against a cassette."""

    def __init__(self, cassette: Cassette, *, text_agent: bool = False) -> None:
        self.chooser = TurnChooser(cassette, text_agent=text_agent)

    def ask(self, conversation: Conversation, *, fails: bool = False) -> tuple[str, int]:
        chosen = self.chooser.choose(conversation)
        if not fails:
            self.chooser.note_received(chosen)
        return chosen.script, chosen.number


def test_the_request_contains_the_number_of_finished_turns() -> None:
    run = Run(Cassette(turns=TURNS))

    assert run.ask(talk(user("go"))) == ("main", 0)
    assert run.ask(talk(user("go"))) == ("main", 0)  # the same request again gets the same turn
    assert run.ask(talk(user("go"), call(0))) == ("main", 1)
    assert run.ask(talk(user("go"), call(0), call(1))) == ("main", 2)
    assert run.ask(talk(user("go"), call(0))) == ("main", 1)


def test_requests_without_tools_are_answered_aside() -> None:
    run = Run(Cassette(turns=TURNS))

    assert run.ask(talk(user("title?"), tools=False)) == ("side", 0)
    assert run.ask(talk(user("go"))) == ("main", 0)


def test_only_the_models_turns_of_text_count() -> None:
    run = Run(Cassette(turns=(TURNS[0], Turn(text="All done?"), TURNS[2])))
    greeting = ChatMessage(role=Role.ASSISTANT, text="Thanks for the context!")
    request = ChatMessage(role=Role.ASSISTANT, text=" All done?\n")

    assert run.ask(talk(user("env"), greeting, user("go"))) == ("main", 0)
    assert run.ask(talk(user("env"), greeting, user("go"), call(0))) == ("main", 1)
    assert run.ask(talk(user("env"), greeting, user("go"), call(0), request, user("no"))) == ("main", 2)


def test_parallel_calls_are_one_turn() -> None:
    body = {
        "model": "m",
        "tools": [{"type": "function", "name": "Bash"}],
        "input": [
            {"role": "user", "content": "go"},
            {"type": "reasoning", "summary": []},
            {"role": "assistant", "content": "two things"},
            {"type": "function_call", "call_id": "a", "name": "Bash", "arguments": "{}"},
            {"type": "function_call", "call_id": "b", "name": "Bash", "arguments": "{}"},
            {"type": "function_call_output", "call_id": "a", "output": "1"},
            {"type": "function_call_output", "call_id": "b", "output": "2"},
        ],
    }

    assert Run(Cassette(turns=TURNS)).ask(DIALECTS[Protocol.RESPONSES].conversation(body, "")) == ("main", 1)


@pytest.mark.parametrize("summary", [user("Summary: ls was run"), user("go")], ids=["new start", "same start"])
def test_the_cassette_continues_after_a_compaction(summary: ChatMessage) -> None:
    run = Run(Cassette(turns=TURNS))
    history: list[ChatMessage] = []
    for number in range(3):
        assert run.ask(talk(user("go"), history)) == ("main", number)
        history += call(number)

    assert run.ask(talk(summary, user("go on"))) == ("main", 3)
    assert run.ask(talk(summary, user("go on"), call(3))) == ("main", 4)
    assert run.ask(talk(summary, user("go on"))) == ("main", 3)


def test_a_summary_is_given_aside_though_tools_are_offered() -> None:
    """Claude Code asks for a summary with its tools, and without the last call's result."""
    run = Run(Cassette(turns=TURNS, summary=Turn(text="ls was run")))
    assert run.ask(talk(user("go"))) == ("main", 0)
    assert run.ask(talk(user("go"), call(0))) == ("main", 1)

    unanswered = call(0)[0]
    assert run.ask(talk(user("go"), unanswered, user("Create a detailed summary of the conversation so far"))) == (
        "summary",
        0,
    )
    assert run.ask(talk(user("So far: ls was run"), call(1))) == ("main", 2)
    # A summary that the task itself asks for is not a compaction.
    monthly = [user("make a monthly summary of each session"), call(0)]
    assert Run(Cassette(turns=TURNS)).ask(talk(*monthly)) == ("main", 1)


def test_a_failed_turn_is_requested_again_in_other_words() -> None:
    run = Run(Cassette(turns=TURNS))
    run.ask(talk(user("go")))

    assert run.ask(talk(user("go"), call(0)), fails=True) == ("main", 1)
    assert run.ask(talk(user("go"), call(0), user("again")), fails=True) == ("main", 1)
    assert run.ask(talk(user("go"), call(0), user("once more"))) == ("main", 1)


def test_subagents_have_turns_of_their_own() -> None:
    script = SubagentScript(match="count the lines", turns=(Turn(text="a", calls=(shell("wc"),)), Turn(text="3")))
    run = Run(Cassette(turns=TURNS, subagents=(script,)))

    assert run.ask(talk(user("go"))) == ("main", 0)
    assert run.ask(talk(user("reminder\ncount the lines of x"))) == ("sub1", 0)
    assert run.ask(talk(user("reminder\ncount the lines of x"), call(9))) == ("sub1", 1)
    assert run.ask(talk(user("go"), call(0))) == ("main", 1)


def test_agents_without_tools_are_counted() -> None:
    run = Run(Cassette(turns=TURNS), text_agent=True)
    example = ChatMessage(role=Role.ASSISTANT, text="an example of its own")

    assert run.ask(talk(example, user("go"), tools=False), fails=True) == ("main", 0)
    assert run.ask(talk(example, user("go"), tools=False)) == ("main", 0)
    assert run.ask(talk(example, user("go"), example, user("on"), tools=False)) == ("main", 1)
    assert run.ask(talk(example, user("go"), tools=False)) == ("main", 0)


def test_there_is_no_turn_after_the_last_one() -> None:
    chooser = TurnChooser(Cassette(turns=TURNS[:1]), text_agent=False)
    chooser.note_received(chooser.choose(talk(user("go"))))

    assert chooser.choose(talk(user("go"), call(0))).turn is None
