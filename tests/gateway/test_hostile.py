"""The agent may send anything, but reaches only the existing endpoints."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from aiohttp import web
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.gateway.support import Running, ask, forwarding, message, post, provider, request_of, running

from headwater.gateway import Fault, Protocol
from headwater.gateway._memory import MemoryLimit
from headwater.gateway._routes import Endpoint, address, find_endpoint
from headwater.gateway._settings import Auth, Upstream
from headwater.gateway.protocols import DIALECTS, SseParser

_NAMES = (
    "messages role content type text tools tool_calls function arguments input output usage parts contents functionCall"
    " functionResponse args name id delta choices candidates index response item system"
)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_NAMES.split(" ")), inner, max_size=4),
    max_leaves=12,
)
_SMUGGLED = b"0\r\n\r\nPOST /v1/files HTTP/1.1\r\n\r\n"


@pytest.fixture(scope="module")
def received_requests() -> list[dict[str, Any]]:
    """The bodies that the provider received."""
    return []


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory, received_requests: list[dict[str, Any]]) -> Iterator[Running]:
    """A gateway with a provider that records what it receives."""

    async def note(request: web.Request) -> web.Response:
        received_requests.append({"path": request.raw_path, "body": await request.json()})
        return web.json_response(message())

    with provider(note) as url, running(forwarding(tmp_path_factory.mktemp("hostile"), url)) as one:
        yield one


def raw(to: Running, data: bytes) -> bytes:
    """Send bytes unchanged, and return the response up to the end of the connection."""
    with socket.create_connection(("127.0.0.1", to.port), timeout=5) as connection:
        connection.sendall(data)
        pieces = []
        while piece := connection.recv(65536):
            pieces.append(piece)
    return b"".join(pieces)


def http(line: str, *headers: str, body: bytes = b"") -> bytes:
    return "\r\n".join([line, "Host: x", "Connection: close", *headers, "", ""]).encode() + body


@pytest.mark.parametrize(
    "line",
    [
        "GET /etc/passwd HTTP/1.1",
        "GET http://169.254.169.254/latest/meta-data HTTP/1.1",
        "POST http://evil.example/v1/messages HTTP/1.1",
        "POST /v1/messages/ HTTP/1.1",
        "POST //v1/messages HTTP/1.1",
        "POST /v1/../v1/messages HTTP/1.1",
        "POST /v1/%6dessages HTTP/1.1",
        "POST /v1/messages/batches HTTP/1.1",
        "POST /v1/files HTTP/1.1",
        "GET /v1/messages HTTP/1.1",
        "DELETE /v1/models/x HTTP/1.1",
        "POST /v1beta/models/../../evil:generateContent HTTP/1.1",
        "POST /v1beta/models/x%2f..:generateContent HTTP/1.1",
        "POST /v1beta/models/x:predict HTTP/1.1",
        "GET /v1/models/..%2f..%2fadmin HTTP/1.1",
        "OPTIONS * HTTP/1.1",
        "CONNECT evil.example:443 HTTP/1.1",
    ],
)
def test_requests_to_unknown_endpoints_are_not_forwarded(
    gateway: Running, received_requests: list[dict[str, Any]], line: str
) -> None:
    before = len(received_requests)

    answer = raw(gateway, http(line, "Content-Length: 2", body=b"{}"))

    assert answer.split(b" ", 2)[1] in (b"404", b"400", b"405")
    assert len(received_requests) == before


@pytest.mark.parametrize(
    "headers",
    [
        ("Content-Length: 5", "Content-Length: 40"),
        ("Content-Length: 4", "Transfer-Encoding: chunked"),
        ("Transfer-Encoding: chunked, identity", "Content-Length: 2"),
        ("Content-Length: +5",),
        ("Content-Length : 5",),
        ("X: a\x00b", "Content-Length: 2"),
        ("Content-Length: 2", " folded: yes"),
        (f"X: {'a' * 100_000}",),
    ],
)
def test_requests_that_two_readers_could_read_differently_are_refused(
    gateway: Running, received_requests: list[dict[str, Any]], headers: tuple[str, ...]
) -> None:
    before = len(received_requests)

    answer = raw(gateway, http("POST /v1/messages HTTP/1.1", *headers, body=_SMUGGLED))

    assert answer.split(b" ", 2)[1] == b"400"
    assert len(received_requests) == before


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"null",
        b"{",
        b'{"a": NaN}',
        b"[" * 100_000,
        b'{"a":' * 5000 + b"1" + b"}" * 5000,
        b"\xff\xfe{}",
        b'{"messages": ' + b"9" * 5000 + b"}",
    ],
    ids=["empty", "list", "null", "cut", "nan", "deep list", "deep object", "no text", "long number"],
)
def test_a_body_that_is_not_a_json_object_is_refused(
    gateway: Running, received_requests: list[dict[str, Any]], body: bytes
) -> None:
    before = len(received_requests)

    assert post(f"{gateway.url}/v1/messages", body).status == 400
    assert len(received_requests) == before


def test_a_body_has_a_limit(gateway: Running) -> None:
    try:
        status = post(f"{gateway.url}/v1/messages", b'{"a": "' + b"x" * (33 << 20) + b'"}').status
    except OSError:  # the gateway refused the request before all of it was sent
        status = 413
    assert status == 413


def test_messages_have_a_limit(gateway: Running, received_requests: list[dict[str, Any]]) -> None:
    """The number of messages is limited because each becomes an object when the log is read."""
    path, body = request_of(Protocol.ANTHROPIC, "hello")
    before = len(received_requests)

    assert post(gateway.url + path, body | {"messages": body["messages"] * 20_001}).status == 400
    assert len(received_requests) == before


@pytest.mark.parametrize("method", ["\ud800", "half \ud83d", "\ud83d\ude00"])
def test_halves_of_characters_do_not_break_the_log(gateway: Running, method: str) -> None:
    path, body = request_of(Protocol.ANTHROPIC, method * 100)

    assert post(gateway.url + path, body | {"model": method}).status == 200

    assert gateway.exchanges()[-1].request.turn  # the log remains readable


def test_tools_that_would_run_at_the_provider_are_taken_out(
    gateway: Running, received_requests: list[dict[str, Any]]
) -> None:
    path, body = request_of(Protocol.ANTHROPIC, "search")
    body["tools"] += [{"type": "web_search_20250305", "name": "web_search"}, {"type": "bash_20250124", "name": "bash"}]
    body["mcp_servers"] = [{"url": "https://evil.example"}]

    assert post(gateway.url + path, body).status == 200

    forwarded_body = received_requests[-1]["body"]
    assert [tool["name"] for tool in forwarded_body["tools"]] == ["Bash", "bash"]
    assert "mcp_servers" not in forwarded_body
    exchange = gateway.exchanges()[-1]
    assert exchange.request.removed == ("mcp_servers", "web_search_20250305")
    assert len(exchange.body["tools"]) == 3  # the log contains what the agent sent


@pytest.mark.parametrize(
    ("protocol", "tools", "remaining"),
    [
        (Protocol.RESPONSES, [{"type": "function", "name": "f"}, {"type": "web_search"}, {"type": "mcp"}], 1),
        (
            Protocol.RESPONSES,
            [{"type": "local_shell"}, {"type": "shell", "environment": {"type": "container_auto"}}],
            1,
        ),
        (Protocol.RESPONSES, [{"type": "code_interpreter"}, {"type": "image_generation"}, "odd"], 0),
        (Protocol.CHAT, [{"type": "function", "function": {}}, {"type": "browser_search"}], 1),
        (Protocol.GEMINI, [{"functionDeclarations": [{}], "googleSearch": {}}, {"urlContext": {}}], 1),
    ],
)
def test_hosted_tools_of_each_protocol(protocol: Protocol, tools: list[Any], remaining: int) -> None:
    body = {"tools": tools}

    assert DIALECTS[protocol].take_hosted(body)

    assert len(body["tools"]) == remaining


@pytest.mark.parametrize(
    ("protocol", "fields"),
    [
        (Protocol.ANTHROPIC, {"speed": "fast"}),
        (Protocol.RESPONSES, {"background": True}),
        (Protocol.RESPONSES, {"prompt": {"id": "pmpt_1"}}),
        (Protocol.RESPONSES, {"conversation": "conv_1"}),
        (Protocol.RESPONSES, {"service_tier": "priority"}),
        (Protocol.CHAT, {"search_parameters": {"mode": "on"}}),
        (Protocol.CHAT, {"fallbacks": [{"model": "gpt-6-sol"}]}),
        (Protocol.CHAT, {"n": 128}),
        (Protocol.GEMINI, {"serviceTier": "priority"}),
    ],
)
def test_tools_that_run_elsewhere_or_cost_more_are_removed(
    gateway: Running, received_requests: list[dict[str, Any]], protocol: Protocol, fields: dict[str, Any]
) -> None:
    path, body = request_of(protocol, "hello")

    assert post(gateway.url + path, body | fields).status == 200

    assert received_requests[-1]["body"] == body
    exchange = gateway.exchanges()[-1]
    assert exchange.request.removed == tuple(fields)
    assert exchange.body == body | fields


def test_one_request_has_one_answer(gateway: Running, received_requests: list[dict[str, Any]]) -> None:
    path, body = request_of(Protocol.GEMINI, "hello")

    assert post(gateway.url + path, body | {"generationConfig": {"candidateCount": 8, "topK": 1}}).status == 200

    assert received_requests[-1]["body"] == body | {"generationConfig": {"topK": 1}}
    assert gateway.exchanges()[-1].request.removed == ("candidateCount",)


def test_hosted_tools_do_not_come_in_by_a_search_for_tools(
    gateway: Running, received_requests: list[dict[str, Any]]
) -> None:
    path, body = request_of(Protocol.RESPONSES, "hello")
    found = {"type": "tool_search_output", "tools": [{"type": "function", "name": "f"}, {"type": "web_search"}]}

    assert post(gateway.url + path, body | {"input": [{"role": "user", "content": "hello"}, found]}).status == 200

    assert received_requests[-1]["body"]["input"][1]["tools"] == [{"type": "function", "name": "f"}]
    assert gateway.exchanges()[-1].body["input"][1] == found


@pytest.mark.parametrize("model", ["openai/gpt-5.5:online", "gpt-4o-search-preview", "perplexity/sonar-pro"])
def test_models_that_search_the_web_are_refused(
    gateway: Running, received_requests: list[dict[str, Any]], model: str
) -> None:
    path, body = request_of(Protocol.CHAT, "what is new?")
    before = len(received_requests)

    assert post(gateway.url + path, body | {"model": model}).status == 400
    assert len(received_requests) == before


@pytest.mark.parametrize(
    ("protocol", "content"),
    [
        (Protocol.ANTHROPIC, {"type": "document", "source": {"type": "url", "url": "https://evil.example/a.pdf"}}),
        (Protocol.RESPONSES, {"type": "input_file", "file_url": "http://evil.example"}),
        (Protocol.CHAT, {"type": "image_url", "image_url": {"url": "HTTPS://evil.example/x.png"}}),
        (Protocol.CHAT, {"type": "image_url", "image_url": {"url": " //evil.example/x.png"}}),
        (Protocol.GEMINI, {"fileData": {"fileUri": "https://youtube.example"}}),
        (
            Protocol.GEMINI,
            {"functionResponse": {"name": "f", "parts": [{"fileData": {"fileUri": "youtube.example/x"}}]}},
        ),
    ],
)
def test_addresses_that_the_provider_would_fetch_are_refused(
    gateway: Running, received_requests: list[dict[str, Any]], protocol: Protocol, content: dict[str, Any]
) -> None:
    path, body = request_of(protocol, "look")
    if protocol is Protocol.GEMINI:
        body["contents"][0]["parts"] = [content]
    elif protocol is Protocol.RESPONSES:
        body["input"] = [{"role": "user", "content": [content]}]
    else:
        body["messages"][0]["content"] = [content]
    before = len(received_requests)

    answer = post(gateway.url + path, body)

    assert answer.status == 400
    assert b"no network" in answer.body
    assert len(received_requests) == before
    response = gateway.exchanges()[-1].response
    assert response is not None
    assert response.fault is Fault.REQUEST


def test_addresses_in_agent_output_are_not_searched(gateway: Running) -> None:
    path, body = request_of(Protocol.ANTHROPIC, "see https://example.com")
    used = {"type": "tool_use", "id": "t", "name": "Bash", "input": {"type": "url", "url": "https://example.com"}}
    body["messages"].append({"role": "assistant", "content": [used]})

    assert post(gateway.url + path, body).status == 200


@settings(derandomize=True, max_examples=150, deadline=None)
@given(body=st.dictionaries(st.sampled_from(["messages", "input", "contents", "tools", "system"]), _JSON, max_size=5))
def test_requests_of_any_shape_are_read(body: dict[str, Any]) -> None:
    for dialect in DIALECTS.values():
        dialect.conversation(body, "m")
        list(dialect.parts(body))
        dialect.take_hosted(json.loads(json.dumps(body)))


@settings(derandomize=True, max_examples=150, deadline=None)
@given(events=st.lists(_JSON, max_size=5), body=_JSON)
def test_answers_of_any_shape_are_read(events: list[Any], body: Any) -> None:
    for dialect in DIALECTS.values():
        assembler = dialect.assembler()
        parser = SseParser(assembler)
        for event in events:
            parser.feed(b"data: " + json.dumps(event).encode() + b"\n\n")
        parser.end()
        for answer in (assembler.body(), body if isinstance(body, dict) else {}):
            dialect.reply(answer)
            dialect.usage(answer)


@settings(derandomize=True, max_examples=200, deadline=None)
@given(path=st.text(alphabet="/.:%?#@\\abv1etamodlsgnrCx 0", max_size=40), method=st.sampled_from(["GET", "POST"]))
def test_no_path_leads_away_from_the_provider(path: str, method: str) -> None:
    upstream = Upstream(base_url="https://api.example/base", auth=Auth.BEARER, provider=None)
    for raw_path in (path, f"/v1beta/models/{path}:generateContent", f"/v1/models/{path}"):
        endpoint = find_endpoint(method, raw_path, {})
        if isinstance(endpoint, Endpoint):
            url = urlsplit(address(upstream, endpoint, raw_path))
            assert (url.scheme, url.netloc) == ("https", "api.example")
            assert url.path.startswith("/base/")
            assert not {"..", "."} & set(url.path.split("/"))


def test_ask_is_alive(gateway: Running) -> None:
    assert raw(gateway, http("HEAD / HTTP/1.1")).startswith(b"HTTP/1.1 200")
    assert ask(gateway, Protocol.ANTHROPIC).status == 200


def test_bytes_held_at_once_are_bounded() -> None:
    bytes_held = 0
    most = 0

    async def hold(room: MemoryLimit, size: int) -> None:
        nonlocal bytes_held, most
        async with room.of(size):
            bytes_held += size
            most = max(most, bytes_held)
            await asyncio.sleep(0)
            bytes_held -= size

    async def all_at_once() -> None:
        room = MemoryLimit(100)
        await asyncio.gather(*(hold(room, size) for size in (40, 60, 100, 1, 99, 50, 50, 0)))

    asyncio.run(all_at_once())
    assert most == 100
