"""Responses may continue an answer by its id alone, and none of the earlier messages is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from aiohttp import web
from tests.gateway.support import (
    Running,
    forwarding,
    message,
    post,
    provider,
    replaying,
    request_of,
    running,
    shell,
)

from headwater.gateway import (
    ChatMessage,
    Conversation,
    Fault,
    Protocol,
    Reply,
    Role,
    Turn,
    Usage,
    find_threads,
    read_wire_log,
)
from headwater.gateway._continued import AnswerHistory
from headwater.trajectories import AgentIdentity, build_trajectory

TURNS = (
    Turn(text="I look.", calls=(shell("ls"),), usage=Usage(input=100, output=10)),
    Turn(text="I write.", calls=(shell("touch a"),), usage=Usage(input=200, output=10)),
    Turn(text="Done.", usage=Usage(input=300, output=10)),
)


def go_on(gateway: Running, before: dict[str, Any] | None) -> dict[str, Any]:
    """Send only the new messages, with the id of the previous answer."""
    path, body = request_of(Protocol.RESPONSES, "create a")
    if before is not None:
        [call] = [item for item in before["output"] if item["type"] == "function_call"]
        result = {"type": "function_call_output", "call_id": call["call_id"], "output": f"came of {call['call_id']}"}
        body |= {"previous_response_id": before["id"], "input": [result]}
    answer = post(gateway.url + path, body)
    assert answer.status == 200, answer.body
    found: dict[str, Any] = answer.json()
    return found


def test_a_conversation_is_read_whole(tmp_path: Path) -> None:
    with running(replaying(tmp_path, *TURNS)) as gateway:
        first = go_on(gateway, None)
        second = go_on(gateway, first)
        third = go_on(gateway, second)

    reply = [item["content"][0]["text"] for answer in (first, second, third) for item in answer["output"][:1]]
    assert reply == ["I look.", "I write.", "Done."]  # the cassette received the complete conversation
    log = read_wire_log(gateway.wire_log)
    [thread] = find_threads(log)
    assert len(thread.segments) == 1
    trajectory = build_trajectory(log, AgentIdentity("agent", "1"))
    steps = [(step.source, step.message) for step in trajectory.steps]
    assert steps == [("user", "create a"), ("agent", "I look."), ("agent", "I write."), ("agent", "Done.")]
    results = [result.content for step in trajectory.steps if step.observation for result in step.observation.results]
    assert results == ["came of call_main_1_1", "came of call_main_2_1"]


def test_an_answer_of_another_run_is_not_gone_on_after(tmp_path: Path) -> None:
    paths = []

    async def note(request: web.Request) -> web.Response:
        paths.append(request.path)
        return web.json_response(message())

    with provider(note) as url, running(forwarding(tmp_path, url)) as gateway:
        path, body = request_of(Protocol.RESPONSES, "go on")
        answer = post(gateway.url + path, body | {"previous_response_id": "resp_of_somebody"})

    assert (answer.status, paths) == (400, [])
    response = gateway.exchanges()[-1].response
    assert response is not None
    assert response.fault is Fault.REQUEST
    assert "no answer 'resp_of_somebody'" in response.error


def test_old_answers_are_known_and_not_held() -> None:
    """Otherwise a long run would keep the whole conversation once per answer."""
    continued = AnswerHistory()
    for number in range(100):
        reply = Conversation(model="m", messages=(ChatMessage(role=Role.USER, text=f"all until {number}"),))
        continued.note(reply, Reply(id=f"resp_{number}", text="ok"), Usage(input=number))
    new = Conversation(model="m", messages=(ChatMessage(role=Role.USER, text="go on"),))
    assert [message.text for message in continued.complete(new, "resp_99").messages] == ["all until 99", "ok", "go on"]
    assert continued.complete(new, "resp_0") == new
    assert continued.knows("resp_0")
    assert continued.tokens("resp_7") == 7
