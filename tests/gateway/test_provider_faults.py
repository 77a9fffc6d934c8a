"""Provider faults are retried as the provider asks, then passed on, and never count as the agent's failure."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from email.utils import formatdate
from pathlib import Path

import pytest
from aiohttp import web
from tests.gateway.support import (
    MODELS,
    Handler,
    Running,
    ask,
    forwarding,
    is_probe,
    message,
    post,
    provider,
    request_of,
    running,
)

from headwater.gateway import Ending, Fault, Protocol, RetryPolicy
from headwater.gateway._retry import ProviderFailure, next_wait, retry_after_sec

ALLOWED = tuple(MODELS.values())
QUICK = RetryPolicy(tries=3, first_wait_sec=0.01, longest_wait_sec=2, total_sec=5)


def failing(status: int, times: int, headers: dict[str, str] | None = None, body: str = "") -> Handler:
    """Return a provider that fails a number of times before it answers."""
    requests = 0

    async def handle(request: web.Request) -> web.StreamResponse:
        nonlocal requests
        requests += not is_probe(await request.json())
        if requests <= times:
            text = body or '{"type":"error","error":{"type":"overloaded_error","message":"too much"}}'
            return web.Response(status=status, text=text, headers=headers, content_type="application/json")
        return web.json_response(message())

    return handle


def last_response(gateway: Running):  # noqa: ANN201 - the record's own type
    response = gateway.exchanges()[-1].response
    assert response is not None
    return response


def test_a_temporary_fault_is_retried_without_the_agent_noticing(tmp_path: Path) -> None:
    with provider(failing(503, 2)) as url, running(forwarding(tmp_path, url, retry=QUICK, models=ALLOWED)) as gateway:
        answer = ask(gateway, Protocol.ANTHROPIC)

    assert answer.status == 200
    response = last_response(gateway)
    assert [attempt.status for attempt in response.attempts] == [503, 503]
    outcome = gateway.outcome()
    assert outcome.ending is Ending.OK
    assert (outcome.totals.retries, outcome.totals.faults, outcome.totals.requests) == (2, 2, 1)


def test_retry_after_is_honoured(tmp_path: Path) -> None:
    started = time.monotonic()
    with (
        provider(failing(429, 1, {"retry-after": "1"})) as url,
        running(forwarding(tmp_path, url, retry=QUICK, models=ALLOWED)) as gateway,
    ):
        assert ask(gateway, Protocol.CHAT).status == 200

    assert time.monotonic() - started >= 1
    assert last_response(gateway).attempts[0].waited_sec == 1


def test_a_fault_that_stays_is_passed_on_and_is_infra(tmp_path: Path) -> None:
    with provider(failing(529, 99)) as url, running(forwarding(tmp_path, url, retry=QUICK, models=ALLOWED)) as gateway:
        first = ask(gateway, Protocol.ANTHROPIC)
        second = ask(gateway, Protocol.ANTHROPIC)

    assert (first.status, second.status) == (529, 529)
    assert first.json()["error"]["message"] == "too much"
    assert [len(exchange.response.attempts) for exchange in gateway.exchanges() if exchange.response] == [2, 0]
    outcome = gateway.outcome()
    assert outcome.ending is Ending.INFRA
    assert outcome.reason == "529: too much"
    assert outcome.totals.requests == 0
    assert outcome.totals.faults == 4


def test_a_provider_that_asks_for_too_long_a_delay_is_not_awaited(tmp_path: Path) -> None:
    with (
        provider(failing(429, 99, {"retry-after": "3600"})) as url,
        running(forwarding(tmp_path, url, retry=QUICK, models=ALLOWED)) as gateway,
    ):
        answer = ask(gateway, Protocol.RESPONSES)

    assert answer.status == 429
    assert answer.headers["retry-after"] == "3600"
    assert last_response(gateway).attempts == ()


@pytest.mark.parametrize(
    ("status", "body", "fault"),
    [
        (408, b"", Fault.PROVIDER),
        (429, b"slow down", Fault.PROVIDER),
        (500, b"", Fault.PROVIDER),
        (529, b"overloaded", Fault.PROVIDER),
        (307, b"", Fault.ACCESS),
        (401, b"bad key", Fault.ACCESS),
        (404, b"no such model", Fault.ACCESS),
        (429, b'{"error":{"code":"insufficient_quota"}}', Fault.ACCESS),
        (400, b'{"error":{"message":"Your credit balance is too low to access the API"}}', Fault.ACCESS),
        (400, b'{"error":{"message":"no effort insufficient_quota; API_KEY_INVALID"}}', Fault.REQUEST),
        (429, b'{"error":{"message":"check your plan and billing details"}}', Fault.PROVIDER),
        (400, b'{"error":{"details":[{"reason":"API_KEY_INVALID"}]}}', Fault.ACCESS),
        (400, b"prompt is too long", Fault.REQUEST),
        (413, b"too large", Fault.REQUEST),
    ],
)
def test_faults_are_attributed_by_status_and_body(status: int, body: bytes, fault: Fault) -> None:
    failure = ProviderFailure(status, "", body)

    assert failure.fault is fault
    assert failure.may_pass == (fault is Fault.PROVIDER)


def google(delay: str, quota: str) -> str:
    """Return Gemini's response to too many requests: no header, and the same text for a minute and for a day."""
    violation = {"quotaMetric": "requests", "quotaId": quota, "quotaValue": "10"}
    details = [
        {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [violation]},
        {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": delay},
    ]
    text = "You exceeded your current quota, please check your plan and billing details."
    return json.dumps({"error": {"code": 429, "message": text, "status": "RESOURCE_EXHAUSTED", "details": details}})


def test_google_puts_the_retry_delay_in_the_body(tmp_path: Path) -> None:
    body = google("0.5s", "GenerateRequestsPerMinutePerProjectPerModel")
    with (
        provider(failing(429, 1, body=body)) as url,
        running(forwarding(tmp_path, url, retry=QUICK, models=ALLOWED)) as gateway,
    ):
        assert ask(gateway, Protocol.GEMINI).status == 200

    assert [attempt.waited_sec for attempt in last_response(gateway).attempts] == [0.5]


def test_a_daily_quota_is_not_retried(tmp_path: Path) -> None:
    body = google("0.5s", "GenerateRequestsPerDayPerProjectPerModel-FreeTier")
    with (
        provider(failing(429, 9, body=body)) as url,
        running(forwarding(tmp_path, url, retry=QUICK, models=ALLOWED)) as gateway,
    ):
        assert ask(gateway, Protocol.GEMINI).status == 429

    assert last_response(gateway).attempts == ()
    assert gateway.outcome().ending is Ending.INFRA


@pytest.mark.parametrize(("status", "ending"), [(401, Ending.INFRA), (400, Ending.REJECTED)])
def test_permanent_faults_are_not_retried(tmp_path: Path, status: int, ending: Ending) -> None:
    body = '{"error":{"message":"no"}}'
    with (
        provider(failing(status, 99, body=body)) as url,
        running(forwarding(tmp_path, url, retry=QUICK, models=ALLOWED)) as gateway,
    ):
        assert ask(gateway, Protocol.CHAT).status == status

    assert last_response(gateway).attempts == ()
    assert gateway.outcome().ending is ending


def test_an_unreachable_provider_is_an_infrastructure_error(tmp_path: Path) -> None:
    with running(forwarding(tmp_path, "http://127.0.0.1:9", retry=QUICK, models=ALLOWED)) as gateway:
        answer = ask(gateway, Protocol.GEMINI)

    assert answer.status == 502
    assert gateway.outcome().ending is Ending.INFRA


def test_redirects_are_not_followed(tmp_path: Path) -> None:
    paths = []

    async def redirect(request: web.Request) -> web.Response:
        paths.append(request.path)  # the gateway's probe is recorded as well
        raise web.HTTPTemporaryRedirect("/elsewhere")

    with provider(redirect) as url, running(forwarding(tmp_path, url, retry=QUICK, models=ALLOWED)) as gateway:
        assert ask(gateway, Protocol.CHAT).status == 502

    assert set(paths) == {"/v1/chat/completions"}
    assert gateway.outcome().ending is Ending.INFRA


def streaming(*pieces: bytes, end: Callable[[web.Request], None] | None = None) -> Handler:
    """Return a provider that streams the given pieces."""

    async def handle(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"content-type": "text/event-stream"})
        await response.prepare(request)
        for piece in pieces:
            await response.write(piece)
            await asyncio.sleep(0.02)
        if end is not None:
            end(request)
        return response

    return handle


START = (
    b'event: message_start\ndata: {"type":"message_start","message":{"id":"m","model":"claude-sonnet-4-6","content":[],'
    b'"usage":{"input_tokens":700,"cache_read_input_tokens":300,"output_tokens":1}}}\n\n'
    b'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":'
    b'{"type":"text","text":""}}\n\n'
    b'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":'
    b'{"type":"text_delta","text":"half"}}\n\n'
)
OVERLOADED = b'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"overloaded"}}\n\n'


@pytest.mark.parametrize(
    ("handler", "why"),
    [
        (streaming(START, end=lambda request: request.transport.abort()), "the stream broke"),  # type: ignore[union-attr]
        (streaming(START), "the stream ended before the answer did"),
        (streaming(START, OVERLOADED), "overloaded"),
    ],
    ids=["cut", "ended", "error"],
)
def test_a_stream_that_breaks_is_cut_for_the_agent_too(tmp_path: Path, handler: Handler, why: str) -> None:
    import http.client

    with (
        provider(handler) as url,
        running(forwarding(tmp_path, url, retry=QUICK, models=ALLOWED)) as gateway,
        pytest.raises((http.client.IncompleteRead, ConnectionError)),
    ):
        ask(gateway, Protocol.ANTHROPIC, stream=True)

    response = last_response(gateway)
    assert response.fault is Fault.PROVIDER
    assert why in response.error
    assert response.reply is not None
    assert response.reply.text == "half"
    assert response.usage is not None
    assert response.usage.input == 1000  # input is known from the first event; output is a lower bound
    assert not response.usage_is_final
    assert gateway.outcome().ending is Ending.INFRA


def test_a_silent_provider_has_failed(tmp_path: Path) -> None:
    async def silent(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"content-type": "text/event-stream"})
        await response.prepare(request)
        await response.write(START)
        await asyncio.sleep(60)
        return response

    with provider(silent) as url:
        settings = forwarding(tmp_path, url, retry=QUICK, models=ALLOWED)
        settings = settings.model_copy(update={"backend": settings.backend.model_copy(update={"idle_sec": 0.3})})
        with running(settings) as gateway, pytest.raises(Exception, match=r"IncompleteRead|reset|closed"):
            ask(gateway, Protocol.ANTHROPIC, stream=True)

    assert gateway.outcome().ending is Ending.INFRA


def test_an_answer_that_is_not_json_is_an_infrastructure_error(tmp_path: Path) -> None:
    async def broken(_: web.Request) -> web.Response:
        return web.Response(text='{"content": [', content_type="application/json")

    with provider(broken) as url, running(forwarding(tmp_path, url, retry=QUICK, models=ALLOWED)) as gateway:
        assert ask(gateway, Protocol.ANTHROPIC).status == 502

    assert gateway.outcome().ending is Ending.INFRA


def test_a_fault_that_the_agent_overcame_does_not_end_the_run(tmp_path: Path) -> None:
    once = RetryPolicy(tries=1)
    with provider(failing(500, 1)) as url, running(forwarding(tmp_path, url, retry=once)) as gateway:
        assert [ask(gateway, Protocol.CHAT).status for _ in range(2)] == [500, 200]

    assert gateway.outcome().ending is Ending.OK


def test_an_unknown_model_is_the_agents_mistake_after_another_answered(tmp_path: Path) -> None:
    async def only_one(request: web.Request) -> web.Response:
        if (await request.json())["model"] == "claude-sonnet-4-6":
            return web.json_response(message())
        return web.json_response({"error": {"message": "no such model"}}, status=404)

    with provider(only_one) as url, running(forwarding(tmp_path, url, retry=QUICK)) as gateway:
        path, body = request_of(Protocol.ANTHROPIC, "hi")
        post(gateway.url + path, body | {"model": "made-up"})
        assert gateway.outcome().ending is Ending.FAULT
        post(gateway.url + path, body)
        post(gateway.url + path, body | {"model": "made-up"})

    assert gateway.outcome().ending is Ending.REJECTED


def test_a_title_that_failed_does_not_decide(tmp_path: Path) -> None:
    async def no_titles(request: web.Request) -> web.Response:
        if "tools" in await request.json():
            return web.json_response(message())
        return web.json_response({"error": {"message": "broken"}}, status=500)

    with provider(no_titles) as url, running(forwarding(tmp_path, url, retry=RetryPolicy(tries=1))) as gateway:
        ask(gateway, Protocol.ANTHROPIC)
        assert ask(gateway, Protocol.ANTHROPIC, tools=False).status == 500

    assert gateway.outcome().ending is Ending.OK


def test_bounds_of_retrying() -> None:
    policy = RetryPolicy(tries=4, first_wait_sec=1, longest_wait_sec=3, total_sec=5)
    broken = ProviderFailure(500, "")

    assert 0.75 <= (next_wait(policy, broken, 1, 0) or 0) <= 1
    assert 2.25 <= (next_wait(policy, broken, 3, 0) or 0) <= 3
    assert next_wait(policy, broken, 4, 0) is None
    assert next_wait(policy, broken, 3, 4.9) is None
    assert next_wait(policy, ProviderFailure(500, "", is_final=True), 1, 0) is None
    assert next_wait(policy, ProviderFailure(429, "", retry_after_sec=2.5), 1, 0) == 2.5
    assert next_wait(policy, ProviderFailure(429, "", retry_after_sec=3.5), 1, 0) is None


def test_forms_of_retry_headers() -> None:
    assert retry_after_sec({"retry-after": "2.5"}) == 2.5
    assert retry_after_sec({"retry-after-ms": "150", "retry-after": "1"}) == 0.15
    assert 8 <= (retry_after_sec({"retry-after": formatdate(time.time() + 10, usegmt=True)}) or 0) <= 10
    assert retry_after_sec({"retry-after": "soon"}) is None
    assert retry_after_sec({}) is None
