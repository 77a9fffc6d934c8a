"""A key given to the gateway appears nowhere else."""

from __future__ import annotations

import base64
from pathlib import Path
from urllib.parse import quote

import pytest
from aiohttp import web
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.gateway.support import ask, forwarding, message, post, provider, request_of, running

from headwater.errors import UserError
from headwater.gateway import Auth, Protocol, RetryPolicy, Upstream
from headwater.gateway._redact import Redactor

KEY = "sk-ant-api03/secret+value=7Hq2"


def forms(key: str) -> list[bytes]:
    """Return the encodings of a key."""
    raw = key.encode()
    return [
        raw,
        quote(key, safe="").encode(),
        raw.hex().encode(),
        raw[::-1],
        key.replace("/", "\\/").encode(),
        key.replace("/", "\\u002f").replace("+", "\\u002b").replace("=", "\\u003d").encode(),
        *(base64.b64encode(b"x" * before + raw)[4:-4] for before in range(3)),
    ]


def assert_no_key(data: bytes) -> None:
    for form in forms(KEY):
        assert form not in data


def test_a_provider_that_repeats_the_key_does_not_reveal_it(tmp_path: Path) -> None:
    keys: list[str | None] = []

    async def repeats(request: web.Request) -> web.StreamResponse:
        key = request.headers["x-api-key"]
        keys.append(key)
        output = " ".join(
            [
                key,
                quote(key, safe=""),
                *(form.decode() for form in forms(key)[4:6]),
                base64.b64encode(f"user:{key}".encode()).decode(),
            ]
        )
        body = await request.json()
        if body["stream"]:
            response = web.StreamResponse(headers={"content-type": "text/event-stream", "request-id": key})
            await response.prepare(request)
            text = f'data: {{"type":"content_block_delta","delta":{{"text":"{output}"}}}}\n\n'.encode()
            for start in range(0, len(text), 7):
                await response.write(text[start : start + 7])
            return response
        if "fail" in str(body):
            return web.json_response({"error": {"message": output}}, status=400, headers={"request-id": key})
        return web.json_response(message(output), headers={"request-id": key})

    with provider(repeats) as url, running(forwarding(tmp_path, url, KEY)) as gateway:
        path, body = request_of(Protocol.ANTHROPIC, f"is it {KEY}?")
        answers = [post(gateway.url + path, body), post(gateway.url + path, body | {"system": "fail"})]
        with pytest.raises(Exception, match=r".") as broken:  # the stream breaks off
            ask(gateway, Protocol.ANTHROPIC, stream=True)
        command_line = Path(f"/proc/{gateway.gateway.pid}/cmdline").read_bytes()
        environment = Path(f"/proc/{gateway.gateway.pid}/environ").read_bytes()

    assert keys == [KEY] * len(keys)  # only the provider received the key
    partial = getattr(broken.value, "partial", b"")
    assert b"[redacted]" in partial
    for data in (partial, command_line, environment, *(answer.body for answer in answers)):
        assert_no_key(data)
    for answer in answers:
        assert_no_key(str(answer.headers).encode())
    for file in tmp_path.iterdir():
        assert_no_key(file.read_bytes())
    assert b"[redacted]" in gateway.wire_log.read_bytes()


def test_only_the_user_sees_a_providers_message_about_the_key(tmp_path: Path) -> None:
    async def refuses(_: web.Request) -> web.Response:
        return web.json_response({"error": {"message": "bad key sk-ant-*****2"}}, status=401)

    with provider(refuses) as url, running(forwarding(tmp_path, url, KEY)) as gateway:
        answer = ask(gateway, Protocol.ANTHROPIC)

    assert answer.status == 401
    assert b"sk-ant" not in answer.body
    assert "bad key" in gateway.outcome().reason


def test_the_agents_own_credentials_and_headers_stay_behind(tmp_path: Path) -> None:
    received = {}

    async def note(request: web.Request) -> web.Response:
        received.update({name.lower(): value for name, value in request.headers.items()})
        received["path"] = request.raw_path
        return web.json_response(message())

    hostile = {
        "Authorization": "Bearer mine",
        "X-Api-Key": "mine",
        "Cookie": "a=b",
        "X-Forwarded-For": "1.2.3.4",
        "OpenAI-Organization": "other",
        "anthropic-beta": "thing-1",
        "Host": "evil.example",
    }
    with provider(note) as url, running(forwarding(tmp_path, url, KEY)) as gateway:
        path, body = request_of(Protocol.ANTHROPIC, "hi")
        post(f"{gateway.url}{path}?beta=true&key=mine&evil=1", body, hostile)

    assert received["x-api-key"] == KEY
    assert received["anthropic-beta"] == "thing-1"
    assert received["host"] in url
    assert received["path"] == "/v1/messages?beta=true"
    assert not {"authorization", "cookie", "x-forwarded-for", "openai-organization"} & set(received)


def test_settings_do_not_show_the_key(tmp_path: Path) -> None:
    settings = forwarding(tmp_path, "http://x", KEY)

    assert KEY not in repr(settings)
    assert KEY not in str(settings.model_dump())
    assert KEY not in settings.model_dump_json()


@settings(derandomize=True, max_examples=60, deadline=None)
@given(before=st.binary(max_size=40), after=st.binary(max_size=40), sizes=st.lists(st.integers(1, 9), max_size=40))
def test_a_stream_is_unchanged_except_for_the_key(before: bytes, after: bytes, sizes: list[int]) -> None:
    redactor = Redactor([KEY])
    for form in forms(KEY)[:6]:
        data = before + form + after
        cleaner = redactor.stream()
        out = b""
        rest = data
        for size in sizes:
            out += cleaner.feed(rest[:size])
            rest = rest[size:]
        out += cleaner.feed(rest) + cleaner.end()
        assert out == redactor.clean(data)
        assert form not in out


def test_a_stream_without_a_key_is_not_held_back() -> None:
    cleaner = Redactor([KEY]).stream()

    assert cleaner.feed(b'data: {"text": "hello"}\n\n') == b'data: {"text": "hello"}\n\n'
    assert cleaner.feed(b"sk-a") == b""  # the text may be the beginning of the key
    assert cleaner.feed(b"pple") == b"sk-apple"


def test_keys_come_from_the_users_environment() -> None:
    found = Upstream.of(Protocol.ANTHROPIC, {"ANTHROPIC_API_KEY": KEY})
    azure = Upstream.of(
        Protocol.RESPONSES,
        {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": "https://me.openai.azure.com/openai/v1?api-version=preview"},
        provider="azure",
    )
    ollama = Upstream.of(Protocol.CHAT, {}, base_url="http://localhost:11434/v1")

    copied = Upstream.of(Protocol.ANTHROPIC, {"ANTHROPIC_API_KEY": f" {KEY}\n"})

    assert copied == found
    assert found.key is not None
    assert found.key.get_secret_value() == KEY
    assert (found.base_url, found.provider) == ("https://api.anthropic.com", "anthropic")
    assert (azure.auth, azure.provider) == (Auth.API_KEY, "azure")
    assert (ollama.key, ollama.provider) == (None, None)
    with pytest.raises(UserError, match="GEMINI_API_KEY is not set"):
        Upstream.of(Protocol.GEMINI, {})
    with pytest.raises(UserError, match="GEMINI_API_KEY: it contains characters that no key has") as refused:
        Upstream.of(Protocol.GEMINI, {"GEMINI_API_KEY": f"{KEY}\n{KEY}"})
    assert KEY not in str(refused.value)
    with pytest.raises(UserError, match="OPENAI_BASE_URL"):
        Upstream.of(Protocol.CHAT, {"OPENAI_BASE_URL": "nonsense"})


def test_azures_query_is_added(tmp_path: Path) -> None:
    received = []

    async def note(request: web.Request) -> web.Response:
        received.append((request.raw_path, request.headers.get("api-key")))
        return web.json_response({"error": "no"}, status=400)

    with provider(note) as url:
        base = forwarding(tmp_path, url, retry=RetryPolicy(tries=1))
        azure = Upstream.of(
            Protocol.RESPONSES,
            {"OPENAI_API_KEY": KEY},
            base_url=f"{url}/openai/v1/?api-version=preview",
            auth=Auth.API_KEY,
        )
        backend = base.backend.model_copy(update={"upstreams": {Protocol.RESPONSES: azure}})
        with running(base.model_copy(update={"backend": backend})) as gateway:
            ask(gateway, Protocol.RESPONSES)

    assert received == [("/openai/v1/responses?api-version=preview", KEY)]
