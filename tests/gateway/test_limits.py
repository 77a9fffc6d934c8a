"""Limits end a run with a final turn, and nothing is spent after the request that reached them."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from aiohttp import web
from pydantic import ValidationError
from tests.gateway.support import (
    Running,
    ask,
    forwarding,
    message,
    post,
    provider,
    replaying,
    request_of,
    running,
    shell,
)

from headwater.gateway import Answerer, CassetteCall, Ending, Limits, PriceOverride, Protocol, Rates, Turn, Usage

TURN = Turn(text="go on", calls=(shell("ls"),), usage=Usage(input=900, output=100))


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def answerers(gateway: Running) -> list[Answerer]:
    return [exchange.response.answerer for exchange in gateway.exchanges() if exchange.response is not None]


@pytest.mark.parametrize(
    ("limits", "let_through"),
    [
        (Limits(turns=2), 2),
        (Limits(requests=3), 3),
        (Limits(tokens=1500), 2),
        (Limits(cost_usd=Decimal("0.005")), 2),  # 900 x $3 + 100 x $15 a million = $0.0042 each
    ],
    ids=["turns", "requests", "tokens", "cost"],
)
def test_a_limit_admits_values_up_to_itself(tmp_path: Path, limits: Limits, let_through: int) -> None:
    with running(replaying(tmp_path, TURN, limits=limits)) as gateway:
        answers = [ask(gateway, Protocol.ANTHROPIC) for _ in range(let_through + 1)]
        wait_until(lambda: bool(gateway.gateway.status().limit))
        status = gateway.gateway.status()

    assert [answer.status for answer in answers] == [200] * (let_through + 1)
    assert answerers(gateway) == [Answerer.CASSETTE] * let_through + [Answerer.LIMIT]
    last = answers[-1].json()
    assert last["stop_reason"] == "end_turn"
    assert "budget" in last["content"][0]["text"]
    outcome = gateway.outcome()
    assert outcome.ending is Ending.LIMIT
    assert "limit" in outcome.reason
    assert status.limit == outcome.reason
    assert outcome.totals.usage == Usage(input=900 * let_through, output=100 * let_through)
    assert outcome.totals.requests == let_through


def test_final_turn_can_be_a_call_of_the_agents_own(tmp_path: Path) -> None:
    submit = Turn(text="Submitting.", calls=(CassetteCall.of_cli("Bash", {"command": "echo DONE"}),))
    with running(replaying(tmp_path, TURN, limits=Limits(turns=1), final_turn=submit)) as gateway:
        ask(gateway, Protocol.CHAT)
        for protocol in Protocol:
            for stream in (False, True):
                assert ask(gateway, protocol, stream=stream).status == 200

    finals = [exchange.response for exchange in gateway.exchanges()[1:]]
    assert len(finals) == 8
    for response in finals:
        assert response is not None
        assert response.answerer is Answerer.LIMIT
        assert response.reply is not None
        assert [call.arguments for call in response.reply.tool_calls] == [{"command": "echo DONE"}]


def test_a_final_turn_calls_nothing_where_no_tools_are_offered(tmp_path: Path) -> None:
    submit = Turn(text="Submitting.", calls=(CassetteCall.of_cli("Bash", {"command": "echo DONE"}),))
    with running(replaying(tmp_path, TURN, limits=Limits(turns=1), final_turn=submit)) as gateway:
        ask(gateway, Protocol.CHAT)
        answer = ask(gateway, Protocol.CHAT, tools=False)

    assert "tool_calls" not in answer.json()["choices"][0]["message"]


def test_a_final_turn_with_neutral_names_is_refused(tmp_path: Path) -> None:
    neutral = Turn(calls=(CassetteCall(tool="shell", arguments={"command": "ls"}),))

    with pytest.raises(ValidationError, match="neutral name"):
        replaying(tmp_path, TURN, final_turn=neutral)


def test_an_agent_that_does_not_end_gets_errors_at_last(tmp_path: Path) -> None:
    with running(replaying(tmp_path, TURN, limits=Limits(turns=1))) as gateway:
        statuses = [ask(gateway, Protocol.CHAT).status for _ in range(11)]

    assert statuses == [200] * 9 + [400] * 2
    assert gateway.outcome().ending is Ending.LIMIT


def test_parallel_requests_overstep_by_one_at_most(tmp_path: Path) -> None:
    parallel = 0
    most = 0
    lock = threading.Lock()

    async def slow(_: web.Request) -> web.Response:
        nonlocal parallel, most
        with lock:
            parallel += 1
            most = max(most, parallel)
        await asyncio.sleep(0.05)
        with lock:
            parallel -= 1
        return web.json_response(message(usage=Usage(input=900, output=100)))

    limits = Limits(tokens=5500)
    with (
        provider(slow) as url,
        running(forwarding(tmp_path, url, limits=limits)) as gateway,
        ThreadPoolExecutor(12) as pool,
    ):
        answers = list(pool.map(lambda _: ask(gateway, Protocol.ANTHROPIC), range(12)))

    assert {answer.status for answer in answers} == {200}
    # A request may use up to 900 + half its body's length in tokens: five run together, the sixth reaches the limit
    # alone.
    assert most > 1
    assert gateway.outcome().totals.usage.total == 6000
    assert answerers(gateway).count(Answerer.PROVIDER) == 6


def test_a_turn_limit_holds_exactly_for_parallel_requests(tmp_path: Path) -> None:
    slow = TURN.model_copy(update={"delay_sec": 0.05})
    with running(replaying(tmp_path, slow, limits=Limits(turns=3))) as gateway, ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: ask(gateway, Protocol.CHAT), range(8)))

    assert gateway.outcome().totals.turns == 3


def test_cost_of_unknown_models_is_unknown_and_a_cost_limit_refuses_them(tmp_path: Path) -> None:
    def unknown(gateway: Running) -> int:
        path, body = request_of(Protocol.CHAT, "hi")
        return post(gateway.url + path, body | {"model": "my-own-model"}).status

    with running(replaying(tmp_path / "free", TURN)) as gateway:
        assert unknown(gateway) == 200
    totals = gateway.outcome().totals
    assert totals.cost_usd is None
    assert totals.priced_usd == 0
    assert totals.unpriced == 1

    with running(replaying(tmp_path / "limited", TURN, limits=Limits(cost_usd=Decimal(1)))) as gateway:
        assert unknown(gateway) == 400
    outcome = gateway.outcome()
    assert outcome.ending is Ending.REJECTED
    assert "price of 'my-own-model' is unknown" in outcome.reason

    with running(replaying(tmp_path / "later", TURN, limits=Limits(cost_usd=Decimal(1)))) as gateway:
        assert (ask(gateway, Protocol.CHAT).status, unknown(gateway)) == (200, 400)
    assert gateway.outcome().ending is Ending.OK  # the request does not continue the agent's own conversation

    own = PriceOverride(model="my-own-model", rates=Rates(input=Decimal(1), output=Decimal(2)))
    settings = replaying(tmp_path / "own", TURN, limits=Limits(cost_usd=Decimal(1)), prices=(own,))
    with running(settings) as gateway:
        assert unknown(gateway) == 200
    assert gateway.outcome().totals.cost_usd == Decimal("0.0011")


def test_only_the_models_of_the_run_can_be_asked(tmp_path: Path) -> None:
    with running(replaying(tmp_path, TURN, models=("gpt-5.5",))) as gateway:
        allowed = ask(gateway, Protocol.CHAT).status
        refused = ask(gateway, Protocol.ANTHROPIC).status

    assert (allowed, refused) == (200, 404)
    assert answerers(gateway) == [Answerer.CASSETTE, Answerer.REFUSED]


def test_limits_apply_to_agents_that_hang_up_before_usage_arrives(tmp_path: Path) -> None:
    """OpenAI sends usage last: an agent that reads everything except the end would seem to use nothing."""
    requests = 0

    async def endless(request: web.Request) -> web.StreamResponse:
        nonlocal requests
        requests += 1
        response = web.StreamResponse(headers={"content-type": "text/event-stream"})
        await response.prepare(request)
        chunk = b'data: {"choices": [{"index": 0, "delta": {"content": "all that is wanted"}}]}\n\n'
        await response.write(chunk)
        await asyncio.sleep(20)
        return response

    limits = Limits(tokens=5000)
    with provider(endless) as url, running(forwarding(tmp_path, url, limits=limits)) as gateway:
        path, body = request_of(Protocol.CHAT, "hello", stream=True)
        for number in range(5):
            with urlopen(Request(gateway.url + path, json.dumps({**body, "max_tokens": 1500}).encode())) as answer:
                answer.read(10)
            wait_until(lambda number=number: gateway.exchanges()[number].response is not None)

    assert requests == 4
    outcome = gateway.outcome()
    assert outcome.ending is Ending.LIMIT
    assert "assumed for answers that nobody waited for" in outcome.reason
    assert outcome.totals.usage == Usage()  # unknown usage is not estimated
    assert outcome.totals.cost_usd is None


def test_an_answer_without_usage_counts_as_the_maximum(tmp_path: Path) -> None:
    async def silent(_: web.Request) -> web.Response:
        return web.json_response({"choices": [{"message": {"role": "assistant", "content": "ok"}}]})

    with provider(silent) as url, running(forwarding(tmp_path, url, limits=Limits(tokens=100_000))) as gateway:
        for _ in range(3):
            assert ask(gateway, Protocol.CHAT).status == 200

    assert answerers(gateway) == [Answerer.PROVIDER, Answerer.PROVIDER, Answerer.LIMIT]
