"""A provider fault excludes a run only if the gateway's probe failed too, and the agent cannot have caused it."""

from __future__ import annotations

import asyncio
import json
import resource
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.error import URLError

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

from headwater.gateway import Ending, GatewayOutcome, Limits, Protocol, RetryPolicy, read_wire_log
from headwater.gateway._confirm import decisive
from headwater.gateway._probe import Traffic
from headwater.gateway.protocols import DIALECTS
from headwater.records.wire import Probed

pytestmark = pytest.mark.minutes

ONCE = RetryPolicy(tries=1)
ALLOWED = tuple(MODELS.values())
Rule = Callable[[Any], Awaitable[web.StreamResponse | None]]


def unless(rule: Rule) -> Handler:
    """Return a provider that answers normally unless the rule applies."""

    async def handle(request: web.Request) -> web.StreamResponse:
        return await rule(await request.json()) or web.json_response(message())

    return handle


def error(status: int, body: dict[str, Any] | None = None) -> web.Response:
    return web.json_response(body or {"error": {"message": "broken"}}, status=status)


def probes(gateway: Running) -> tuple[Probed, ...]:
    return read_wire_log(gateway.wire_log).probes


def run(folder: Path, rule: Rule, act: Callable[[Running], object], **settings: Any) -> Running:
    """Start a gateway, let an agent use a provider, and return the gateway after the run."""
    with (
        provider(unless(rule)) as url,
        running(forwarding(folder, url, retry=ONCE, **({"models": ALLOWED} | settings))) as gateway,
    ):
        act(gateway)
    return gateway


def outcome(folder: Path, rule: Rule, act: Callable[[Running], object], **settings: Any) -> GatewayOutcome:
    return run(folder, rule, act, **settings).outcome()


@pytest.mark.parametrize("protocol", list(Protocol))
def test_a_fault_that_the_body_provokes_counts(tmp_path: Path, protocol: Protocol) -> None:
    async def odd(body: Any) -> web.Response | None:
        return error(500) if "odd" in json.dumps(body) else None

    found = outcome(tmp_path, odd, lambda gateway: ask(gateway, protocol, "odd"))

    assert found.ending is Ending.FAULT
    assert "a probe of the gateway was answered" in found.reason
    assert (found.probes.sent, found.probes.failed) == (1, 0)


@pytest.mark.parametrize("protocol", list(Protocol))
@pytest.mark.parametrize("status", [500, 529, 401, 403, 404, 402])
def test_a_fault_that_meets_everybody_excludes(tmp_path: Path, protocol: Protocol, status: int) -> None:
    async def down(_: Any) -> web.Response:
        return error(status)

    gateway = run(tmp_path, down, lambda gateway: ask(gateway, protocol))

    assert gateway.outcome().ending is Ending.INFRA
    [probe] = probes(gateway)
    assert (probe.after, probe.status, probe.confirms, probe.note) == (1, status, True, "")
    response = gateway.exchanges()[0].response
    assert response is not None
    assert abs((probe.at - response.at).total_seconds()) < 5


def test_a_probe_shares_only_the_model_with_the_agent_and_is_not_charged_to_it(tmp_path: Path) -> None:
    bodies = []

    async def note(body: Any) -> web.Response | None:
        bodies.append(body)
        return None if is_probe(body) else error(500)

    def act(gateway: Running) -> None:
        path, body = request_of(Protocol.ANTHROPIC, "secret plan")
        post(gateway.url + path, body | {"temperature": 0.5}, {"user-agent": "me", "anthropic-beta": "x"})

    gateway = run(tmp_path, note, act, limits=Limits(requests=1, turns=1))

    found = gateway.outcome()
    assert bodies[1] == DIALECTS[Protocol.ANTHROPIC].probe(MODELS[Protocol.ANTHROPIC])
    assert found.totals.requests == found.totals.usage.total == 0
    assert found.probes.usage.input > 0
    assert found.probes.usd > 0
    assert found.ending is Ending.FAULT  # the run reached no limit


def test_an_agent_that_is_throttled_for_its_own_flood_counts(tmp_path: Path) -> None:
    requests = 0

    async def throttle(_: Any) -> web.Response | None:
        nonlocal requests
        requests += 1
        return error(429) if requests > 25 else None

    found = outcome(tmp_path, throttle, lambda gateway: [ask(gateway, Protocol.CHAT) for _ in range(26)])

    assert found.ending is Ending.FAULT
    assert found.probes.failed == 1
    assert "failed as well, but the agent sent 26 requests" in found.reason


def test_an_agent_that_is_throttled_for_others_is_excluded(tmp_path: Path) -> None:
    async def throttle(_: Any) -> web.Response:
        return error(429)

    assert outcome(tmp_path, throttle, lambda gateway: ask(gateway, Protocol.CHAT)).ending is Ending.INFRA


@pytest.mark.parametrize(("limits", "ending"), [(Limits(turns=1000), Ending.INFRA), (Limits(), Ending.FAULT)])
def test_an_account_that_a_run_without_limits_may_have_used_up_counts(
    tmp_path: Path, limits: Limits, ending: Ending
) -> None:
    requests = 0

    async def account(_: Any) -> web.Response | None:
        nonlocal requests
        requests += 1
        return error(429, {"error": {"code": "insufficient_quota", "message": "pay"}}) if requests > 105 else None

    found = outcome(tmp_path, account, lambda one: [ask(one, Protocol.CHAT) for _ in range(106)], limits=limits)

    assert found.ending is ending


def test_a_fault_of_another_conversation_decides_nothing(tmp_path: Path) -> None:
    """A command of the agent sends the failing request while the program waits for the command."""
    used = {"type": "tool_use", "id": "call_1", "name": "Bash", "input": {"command": "curl"}}

    async def once(body: Any) -> web.Response | None:
        if "the task" in json.dumps(body):
            return web.json_response(message() | {"content": [used], "stop_reason": "tool_use"})
        return error(500)

    def act(gateway: Running) -> None:
        assert ask(gateway, Protocol.ANTHROPIC, "the task").status == 200
        assert ask(gateway, Protocol.ANTHROPIC, "curl").status == 500
        assert ask(gateway, Protocol.ANTHROPIC, "curl", tools=False).status == 500

    gateway = run(tmp_path, once, act)

    assert gateway.outcome().ending is Ending.OK
    assert probes(gateway) == ()
    assert [exchange.request.own for exchange in gateway.exchanges()] == [True, False, False]


def test_a_made_up_model_is_not_a_fault_of_the_provider(tmp_path: Path) -> None:
    async def no_model(_: Any) -> web.Response:
        return error(404)

    found = outcome(tmp_path, no_model, lambda gateway: ask(gateway, Protocol.CHAT), models=())

    assert found.ending is Ending.FAULT
    assert "the agent chose the model" in found.reason


def test_a_provider_that_the_agent_chose_and_is_away_is(tmp_path: Path) -> None:
    with running(forwarding(tmp_path, "http://127.0.0.1:9", retry=ONCE)) as gateway:
        ask(gateway, Protocol.CHAT)

    assert gateway.outcome().ending is Ending.INFRA


def test_probes_are_seconds_apart(tmp_path: Path) -> None:
    async def down(_: Any) -> web.Response:
        return error(500)

    def act(gateway: Running) -> None:
        for _ in range(10):
            ask(gateway, Protocol.CHAT)

    first, *others = probes(run(tmp_path, down, act))

    assert len(others) == 1  # one probe serves all faults that occur while it runs
    assert (others[0].at - first.at).total_seconds() >= 2
    assert others[0].after == 10


@pytest.mark.parametrize("is_down", [True, False])
def test_an_agent_that_waits_in_vain_is_distinguished_from_one_that_asks_too_much(
    tmp_path: Path, is_down: bool
) -> None:
    async def silent(body: Any) -> web.Response | None:
        if is_probe(body):
            return error(503) if is_down else None
        await asyncio.sleep(60)
        return None

    def act(gateway: Running) -> None:
        path, body = request_of(Protocol.ANTHROPIC, "think")
        with pytest.raises((TimeoutError, URLError)):
            post(gateway.url + path, body, timeout=3)

    found = outcome(tmp_path, silent, act)

    assert found.ending is Ending.OK
    assert (found.stalled_sec > 2) is is_down


def test_an_agent_that_hangs_up_causes_no_probe(tmp_path: Path) -> None:
    async def silent(_: Any) -> web.Response | None:
        await asyncio.sleep(60)
        return None

    def act(gateway: Running) -> None:
        path, body = request_of(Protocol.ANTHROPIC, "think")
        with pytest.raises((TimeoutError, URLError)):
            post(gateway.url + path, body, timeout=0.5)

    started = time.monotonic()
    gateway = run(tmp_path, silent, act)

    assert probes(gateway) == ()
    assert time.monotonic() - started < 10


def test_an_agent_that_takes_the_gateways_files_is_loud() -> None:
    traffic = Traffic()
    traffic.add(100)
    assert not traffic.overload()

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (len(list(Path("/proc/self/fd").iterdir())) + 3, hard))
    try:
        assert "more connections" in traffic.overload()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_an_agent_that_sends_much_is_loud() -> None:
    traffic = Traffic()
    traffic.add(5 << 20)
    assert "1 requests with 5120 KiB" in traffic.overload()


def test_the_last_probe_near_a_fault_decides() -> None:
    from datetime import UTC, datetime, timedelta

    at = datetime(2026, 11, 20, tzinfo=UTC)

    def probe(after_sec: float, seconds: float = 0.1) -> Probed:
        sent_at = at + timedelta(seconds=after_sec)
        values = {"after": 1, "at": sent_at, "seconds": seconds, "protocol": "chat", "model": "m", "status": None}
        return Probed.model_validate(values | {"fault": "provider", "confirms": True})

    early, before, after, late = probe(-9), probe(-9, 5), probe(3), probe(6)
    assert decisive([early, late], at) is None
    assert decisive([early, before, late], at) is before
    assert decisive([before, after, late], at) is after
