"""A cassette's faults equal those that an agent would meet at a provider, and the log records them."""

from __future__ import annotations

import http.client
import json
import time
from pathlib import Path

import pytest
from tests.gateway.support import ask, replaying, running, shell

from headwater.gateway import Ending, Fault, FaultSpec, Protocol, Turn, Usage

TURN = Turn(text="a text long enough for some events", calls=(shell("ls"),), usage=Usage(input=10, output=5))


def failing(**fault: object) -> Turn:
    return TURN.model_copy(update={"fault": FaultSpec.model_validate(fault)})


@pytest.mark.parametrize(("status", "ending"), [(429, Ending.INFRA), (400, Ending.REJECTED)])
def test_a_status(tmp_path: Path, status: int, ending: Ending) -> None:
    turn = failing(status=status, retry_after_sec=2, times="always", message="no luck")
    with running(replaying(tmp_path, turn)) as gateway:
        answers = [ask(gateway, Protocol.ANTHROPIC, stream=True) for _ in range(2)]

    assert [answer.status for answer in answers] == [status] * 2
    assert answers[0].headers["retry-after"] == "2"
    assert answers[0].json()["error"]["message"] == "no luck"
    outcome = gateway.outcome()
    assert outcome.ending is ending
    assert "no luck" in outcome.reason
    assert outcome.totals.requests == (0 if ending is Ending.INFRA else 2)


def test_faults_that_end_and_the_turn_that_follows(tmp_path: Path) -> None:
    with running(replaying(tmp_path, failing(status=529, times=2))) as gateway:
        statuses = [ask(gateway, protocol).status for protocol in Protocol]

    assert statuses == [529, 529, 200, 200]
    assert gateway.outcome().ending is Ending.OK
    assert gateway.outcome().totals.faults == 2


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
def test_a_cut(tmp_path: Path, stream: bool) -> None:
    with running(replaying(tmp_path, failing(cut_after_events=2))) as gateway:
        with pytest.raises((http.client.IncompleteRead, ConnectionError)):
            ask(gateway, Protocol.RESPONSES, stream=stream)
        assert ask(gateway, Protocol.RESPONSES, stream=stream).status == 200

    first = gateway.exchanges()[0].response
    assert first is not None
    assert first.fault is Fault.PROVIDER
    assert gateway.outcome().ending is Ending.OK


def test_a_stall(tmp_path: Path) -> None:
    with running(replaying(tmp_path, failing(stall_sec=0.3, times=2))) as gateway:
        for stream in (False, True):
            started = time.monotonic()
            assert ask(gateway, Protocol.CHAT, stream=stream).status == 200
            assert time.monotonic() - started >= 0.3

    assert gateway.outcome().totals.usage == TURN.usage + TURN.usage


def test_a_body_that_is_not_json_is_reported(tmp_path: Path) -> None:
    with running(replaying(tmp_path, failing(malformed=True, times="always"))) as gateway:
        plain, streamed = (ask(gateway, Protocol.GEMINI, stream=stream) for stream in (False, True))

    assert (plain.status, streamed.status) == (200, 200)
    for text in (plain.body, streamed.body.removeprefix(b"data: ")):
        with pytest.raises(json.JSONDecodeError):
            json.loads(text)
    assert gateway.outcome().ending is Ending.INFRA


def test_a_cassette_that_is_too_short_is_reported(tmp_path: Path) -> None:
    from tests.gateway.support import post, request_of

    path, body = request_of(Protocol.CHAT, "go")
    used = {"id": "c", "type": "function", "function": {"name": "Bash", "arguments": "{}"}}
    with running(replaying(tmp_path, TURN)) as gateway:
        post(gateway.url + path, body)
        body["messages"] += [{"role": "assistant", "tool_calls": [used]}, {"role": "tool", "tool_call_id": "c"}]
        answer = post(gateway.url + path, body)

    assert answer.status == 400
    assert gateway.outcome().ending is Ending.FAULT  # the agent may always send another request
    assert gateway.outcome().reason.startswith("the cassette has 1 turns, and the agent asks for one more")


def test_an_agent_that_never_asks(tmp_path: Path) -> None:
    with running(replaying(tmp_path, TURN)) as gateway:
        pass

    assert gateway.outcome().ending is Ending.SILENT
