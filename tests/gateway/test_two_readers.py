"""The gateway reads a request as the provider and the readers of the log do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from aiohttp import web
from tests.gateway.support import MODELS, Running, forwarding, message, post, provider, request_of, running

from headwater.gateway import Protocol
from headwater.untrusted import MOST_VALUES, read_json


@pytest.fixture(scope="module")
def received_bodies() -> list[bytes]:
    """The bodies that the provider received, unchanged."""
    return []


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory, received_bodies: list[bytes]) -> Iterator[Running]:
    """A gateway that allows one model, with a provider that records what it receives."""

    async def note(request: web.Request) -> web.Response:
        received_bodies.append(await request.read())
        return web.json_response(message())

    allowed = tuple(set(MODELS.values()))
    with (
        provider(note) as url,
        running(forwarding(tmp_path_factory.mktemp("readers"), url, models=allowed)) as one,
    ):
        yield one


def test_the_checked_model_of_two_is_sent(gateway: Running, received_bodies: list[bytes]) -> None:
    path, body = request_of(Protocol.CHAT, "hello")
    rest = json.dumps(body)[1:]
    before = len(received_bodies)

    assert post(gateway.url + path, f'{{"model":"gpt-6-sol",{rest}'.encode()).status == 200
    assert post(gateway.url + path, f'{{{rest[:-1]},"model":"gpt-6-sol"}}'.encode()).status == 404

    assert received_bodies[before:] == [json.dumps(body | {"stream": False}, separators=(",", ":")).encode()]


def test_duplicate_keys_are_sent_once(gateway: Running, received_bodies: list[bytes]) -> None:
    path, body = request_of(Protocol.ANTHROPIC, "hello")
    duplicates = b'{"type":"text","text":"first","text":"last"}'
    body["messages"][0]["content"] = ["HERE"]

    assert post(gateway.url + path, json.dumps(body).encode().replace(b'"HERE"', duplicates)).status == 200

    assert b"first" not in received_bodies[-1]
    assert json.loads(received_bodies[-1])["messages"][0]["content"] == [{"type": "text", "text": "last"}]


@pytest.mark.parametrize(
    ("protocol", "fields"),
    [
        (Protocol.CHAT, {"Model": "gpt-6-sol"}),
        (Protocol.CHAT, {"MODEL": "gpt-6-sol"}),
        (Protocol.CHAT, {"me\u017f\u017fages": []}),  # the long s equals s when case is ignored
        (Protocol.CHAT, {"N": 128}),
        (Protocol.ANTHROPIC, {"maxTokens": 1}),
        (Protocol.RESPONSES, {"Previous_Response_Id": "resp_1"}),
        (Protocol.GEMINI, {"Service_Tier": "priority"}),
        (Protocol.CHAT, {"tools": [{"type": "function", "Type": "web_search"}]}),
        (Protocol.CHAT, {"messages": [{"role": "user", "Content": [{"type": "image_url"}]}]}),
    ],
)
def test_names_that_another_reader_takes_for_known_ones_are_refused(
    gateway: Running, received_bodies: list[bytes], protocol: Protocol, fields: dict[str, Any]
) -> None:
    path, body = request_of(protocol, "hello")
    before = len(received_bodies)

    answer = post(gateway.url + path, body | fields)

    assert answer.status == 400
    assert "would read it as another field" in answer.json()["error"]["message"]
    assert len(received_bodies) == before


def test_arguments_of_calls_have_any_names(gateway: Running, received_bodies: list[bytes]) -> None:
    path, body = request_of(Protocol.ANTHROPIC, "hello")
    used = {"type": "tool_use", "id": "t", "name": "Bash", "input": {"Model": 1, "TYPE": {"Url": "x"}}}
    body["messages"].append({"role": "assistant", "content": [used]})
    body["tools"][0]["input_schema"] = {"type": "object", "properties": {"Model": {"Type": "string"}}}

    assert post(gateway.url + path, body).status == 200
    assert json.loads(received_bodies[-1]) == body


def test_only_the_path_names_geminis_model(gateway: Running, received_bodies: list[bytes]) -> None:
    path, body = request_of(Protocol.GEMINI, "hello")

    assert post(gateway.url + path, body | {"model": "models/gemini-9"}).status == 200
    assert json.loads(received_bodies[-1]) == body

    config = {"candidate_count": 8, "top_k": 1}
    assert post(gateway.url + path, body | {"generation_config": config}).status == 200
    assert json.loads(received_bodies[-1]) == body | {"generation_config": {"top_k": 1}}


@pytest.mark.parametrize("depth", [90, 101, 300, 5000])
def test_depth_is_limited_and_accepted_values_can_be_read_again(gateway: Running, depth: int) -> None:
    path, body = request_of(Protocol.ANTHROPIC, "hello")
    deep = b"[" * depth + b"]" * depth

    answer = post(gateway.url + path, json.dumps(body | {"metadata": "HERE"}).encode().replace(b'"HERE"', deep))

    assert answer.status == (200 if depth == 90 else 400)
    gateway.outcome()
    assert gateway.exchanges()


def test_arguments_of_any_depth_in_an_answer_do_not_break_the_log(tmp_path_factory: pytest.TempPathFactory) -> None:
    async def deep(_: web.Request) -> web.Response:
        call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "[" * 3000 + "]" * 3000}}
        choice = {"message": {"role": "assistant", "tool_calls": [call]}, "finish_reason": "tool_calls"}
        return web.json_response({"model": "gpt-5.5", "choices": [choice]})

    with (
        provider(deep) as url,
        running(forwarding(tmp_path_factory.mktemp("deep"), url)) as gateway,
    ):
        path, body = request_of(Protocol.CHAT, "hello")
        assert post(gateway.url + path, body).status == 200

    reply = gateway.exchanges()[0].response
    assert reply is not None
    assert reply.reply is not None
    assert isinstance(reply.reply.tool_calls[0].arguments, str)


@pytest.mark.parametrize(
    "number", [b"1e999", b"-1e999", b"NaN", b"Infinity", b"9" * 5000], ids=["over", "under", "nan", "inf", "long"]
)
def test_numbers_that_cannot_be_written_again_are_refused(gateway: Running, number: bytes) -> None:
    assert post(f"{gateway.url}/v1/messages", b'{"a": ' + number + b"}").status == 400


def test_counting_tokens_does_not_bypass_limits(gateway: Running, received_bodies: list[bytes]) -> None:
    count = f"{gateway.url}/v1/messages/count_tokens"
    _, body = request_of(Protocol.ANTHROPIC, "hello")
    image = {"type": "image", "source": {"type": "url", "url": "https://evil.example/a.png"}}
    before = len(received_bodies)

    assert post(count, body | {"model": "claude-opus-5"}).status == 404
    assert post(count, body | {"Model": "claude-opus-5"}).status == 400
    assert post(count, body | {"messages": [{"role": "user", "content": [image]}]}).status == 400
    assert len(received_bodies) == before
    assert post(count, b'{"model":"claude-opus-5",' + json.dumps(body).encode()[1:]).status == 200
    assert json.loads(received_bodies[-1]) == body
    assert b"claude-opus-5" not in received_bodies[-1]


def test_values_have_a_limit() -> None:
    with pytest.raises(ValueError, match="values"):
        read_json(b"[" + b"0," * MOST_VALUES + b"0]")
    assert read_json(b'["' + b"0,[" * MOST_VALUES + b'"]')  # a string is one value
    with pytest.raises(ValueError, match="deeper"):
        # the number of backslashes is even, so the quote ends the string
        read_json(b'["' + b"\\" * 10_000 + b'"' + b"[" * 101)
