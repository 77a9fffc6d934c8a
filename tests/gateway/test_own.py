"""Tell which requests belong to the agent program's own conversation."""

from __future__ import annotations

import pytest

from headwater.gateway import ChatMessage, Conversation, Reply, Role, ToolCall, ToolResult
from headwater.gateway._own import OwnConversation
from headwater.records.conversation import ToolDefinition

TOOLS = (ToolDefinition(name="Bash"),)
CALL = ToolCall(id="call_1", name="Bash", arguments={})
LONG = "What was done so far: the loader was rewritten, and its tests pass."


def user(text: str) -> ChatMessage:
    return ChatMessage(role=Role.USER, text=text)


def talk(*messages: ChatMessage, tools: bool = True) -> Conversation:
    return Conversation(model="m", messages=messages, tools=TOOLS if tools else ())


TASK = talk(ChatMessage(role=Role.SYSTEM, text="You are…"), user("the task"))
CALLED = ChatMessage(role=Role.ASSISTANT, tool_calls=(CALL,))
RESULT = ChatMessage(role=Role.USER, tool_results=(ToolResult(call_id="call_1", content="ok"),))


@pytest.fixture
def own() -> OwnConversation:
    """The state after the first answer, while the program runs a tool."""
    own = OwnConversation()
    assert own.take(TASK)
    own.note(Reply(tool_calls=(CALL,)))
    return own


def test_a_request_that_continues_the_conversation_belongs_to_it(own: OwnConversation) -> None:
    assert own.take(talk(user("the task"), CALLED, RESULT))
    own.note(None)
    assert own.take(talk(user("the task"), CALLED, RESULT))  # the same request is sent again


def test_a_new_conversation_while_a_tool_runs_does_not_belong_to_it(own: OwnConversation) -> None:
    assert not own.take(talk(user("from a command of the agent's")))
    assert not own.take(talk(user("a title, please"), tools=False))


def test_a_request_with_results_of_its_calls_belongs_to_it(own: OwnConversation) -> None:
    assert own.take(talk(user("compacted"), CALLED, RESULT))


def test_a_conversation_that_begins_with_its_summary_belongs_to_it(own: OwnConversation) -> None:
    assert own.take(talk(user("the task"), CALLED, RESULT, user("Sum up."), tools=False))
    own.note(Reply(text=LONG, tool_calls=(CALL,)))

    assert own.take(talk(user(f"Go on with this: {LONG}")))
    assert not own.take(talk(user("Go on with nothing.")))


def test_a_program_that_waits_for_no_tool_may_start_a_new_conversation(own: OwnConversation) -> None:
    assert own.take(talk(user("the task"), CALLED, RESULT))
    assert not own.take(talk(user("a second session")))  # the program still waits for the model's answer
    own.note(Reply(text="That was it."))

    assert own.take(talk(user("a second session")))


def test_titles_before_the_first_turn_do_not_begin_it() -> None:
    own = OwnConversation()
    own.take(talk(user("a title for: the task"), tools=False))
    own.note(Reply(text="Task"))

    assert own.take(TASK)
    own.note(Reply(tool_calls=(CALL,)))
    assert not own.take(talk(user("another title"), tools=False))


def test_agents_without_tools_have_one_too() -> None:
    own = OwnConversation()
    assert own.take(talk(user("the task"), tools=False))
    own.note(Reply(text="run: ls"))

    assert own.take(talk(user("the task"), ChatMessage(role=Role.ASSISTANT, text="run: ls"), user("a b"), tools=False))
    assert not own.take(talk(user("other"), tools=False))
