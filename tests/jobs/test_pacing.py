"""Trials of a job share the rate of a provider, which holds within any minute."""

from __future__ import annotations

import gc
import json
import socket
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from tests.gateway.support import replaying, request_of, running

from headwater.errors import GatewayError
from headwater.gateway import Protocol, Turn, Usage, paced_sec
from headwater.gateway._pacing import PacedTime
from headwater.jobs import _pacing
from headwater.jobs._pacing import Pacer, serve_pacing
from headwater.records import PacingAddress, RateLimit


def begins(pacer: Pacer, amounts: Sequence[int], provider: str = "anthropic") -> list[float]:
    return [pacer.turn(provider, amount)[1] for amount in amounts]


def test_no_minute_has_more_requests_than_the_rate() -> None:
    now = [0.0]
    pacer = Pacer([RateLimit(requests=2), RateLimit(provider="openai", requests=1)], lambda: now[0])
    assert begins(pacer, [0] * 5) == [0, 0, 60, 60, 120]
    assert begins(pacer, [0, 0], "openai") == [0, 60]
    assert begins(pacer, [0], "google") == [0], "each provider by itself"
    now[0] = 181
    assert begins(pacer, [0]) == [0]


def test_tokens_count_as_they_were_used_in_the_end() -> None:
    now = [0.0]
    pacer = Pacer([RateLimit(tokens=100)], lambda: now[0])
    first, wait = pacer.turn("anthropic", 10)
    assert wait == 0
    pacer.settle(first, 95)
    now[0] = 20
    assert begins(pacer, [10]) == [40]
    assert begins(pacer, [1000]) == [100], "one beyond the limit has a minute of its own"
    pacer.settle(99, 5)  # a turn that belongs to nobody


def test_turns_a_minute_before_the_latest_are_final() -> None:
    now = [0.0]
    pacer = Pacer([RateLimit(tokens=100)], lambda: now[0])
    first, _ = pacer.turn("anthropic", 100)
    assert begins(pacer, [90]) == [60]
    pacer.settle(first, 5)
    assert begins(pacer, [10]) == [60], "100 in the minute from 60 on"
    assert begins(pacer, [10]) == [120]


def test_turns_are_given_quickly_while_many_wait() -> None:
    pacer = Pacer([RateLimit(requests=4000, tokens=10**9)], lambda: 0.0)
    began = time.process_time()
    waits = begins(pacer, [1000] * 100_000)
    assert waits[-1] == 24 * 60
    assert time.process_time() - began < 10, "it is less than a second; to sum up a minute each time took minutes"


def test_times_of_waiting_are_counted_once_and_not_if_the_request_is_given_up() -> None:
    now = [0.0]
    paced = PacedTime(lambda: now[0])
    one, other, given_up = paced.waiting(), paced.waiting(), paced.waiting()
    given_up.__enter__()
    now[0] = 10
    assert paced.seconds == 10, "while it waits"
    one.__enter__()
    now[0] = 15
    other.__enter__()
    now[0] = 20
    one.__exit__(None, None, None)
    now[0] = 23
    assert not given_up.__exit__(ConnectionError, ConnectionError(), None)
    assert paced.seconds == 13, "from 10 to 23"
    other.__exit__(None, None, None)
    now[0] = 100
    assert paced.seconds == 13


def ask(url: str) -> dict[str, Any]:
    path, body = request_of(Protocol.ANTHROPIC, "Hello.")
    request = Request(url + path, json.dumps(body).encode(), {"content-type": "application/json"})
    with urlopen(request, timeout=30) as answered:
        content: dict[str, Any] = json.load(answered)
        return content


def test_gateways_share_a_rate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_pacing, "_WINDOW_SEC", 1.5)
    turn = Turn(text="Hello.", usage=Usage(input=10, output=5))
    with serve_pacing([RateLimit(requests=1)], "127.0.0.1") as address:
        settings = [replaying(tmp_path / name, turn, pacing=address) for name in ("a", "b")]
        with running(settings[0]) as first, running(settings[1]) as second:
            threads = [threading.Thread(target=ask, args=(gateway.url,)) for gateway in (first, second)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        paced_seconds = sorted(each.outcome().paced_sec for each in (first, second))
    assert paced_seconds[0] < 0.5
    assert 0.5 < paced_seconds[1] < 10


def test_a_gateway_without_the_process_of_the_job_ends(tmp_path: Path) -> None:
    nobody = PacingAddress(host="127.0.0.1", port=9, token="t")
    with (
        pytest.raises(GatewayError, match="the process that holds the job to its rates is gone"),
        running(replaying(tmp_path, Turn(text="Hello."), pacing=nobody)) as gateway,
        pytest.raises(OSError),  # noqa: PT011 - whatever a client meets whose server ends
    ):
        ask(gateway.url)


NO_MESSAGES = [b"5", b"[1]", b"null", b'"token"', b"not json", b"\xff", b"[" * 50_000]
"""Lines that are not JSON objects."""


@pytest.mark.parametrize("line", [b'{"token": "guess"}', b'{"token": "\\u00e9\\ud800"}', *NO_MESSAGES], ids=range(9))
def test_a_stranger_gets_no_turns(line: bytes, caplog: pytest.LogCaptureFixture) -> None:
    with (
        serve_pacing([RateLimit(requests=1)], "127.0.0.1") as address,
        socket.create_connection((address.host, address.port), timeout=10) as connection,
    ):
        connection.sendall(line + b"\n")
        assert connection.recv(100) == b""
    gc.collect()
    assert caplog.records == [], "asyncio reports no error"


@pytest.mark.parametrize("line", NO_MESSAGES, ids=range(7))
def test_a_line_that_is_no_message_ends_its_connection_and_no_other(
    line: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    turn = b'{"provider": "anthropic", "tokens": 1}\n'
    with serve_pacing([RateLimit(requests=1)], "127.0.0.1") as address:
        where, token = (address.host, address.port), json.dumps({"token": address.token}).encode() + b"\n"
        with socket.create_connection(where, timeout=10) as faulty, socket.create_connection(where, timeout=10) as good:
            faulty.sendall(token + line + b"\n")
            assert faulty.recv(100) == b""
            good.sendall(token + turn)
            assert json.loads(good.recv(100)) == {"id": 1, "wait_sec": 0}
    gc.collect()
    assert caplog.records == [], "asyncio reports no error"


def test_the_turn_of_a_request_that_is_given_up_goes_to_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_pacing, "_WINDOW_SEC", 6.0)
    with (
        serve_pacing([RateLimit(requests=1)], "127.0.0.1") as address,
        running(replaying(tmp_path, Turn(text="Hello."), pacing=address)) as gateway,
    ):
        ask(gateway.url)
        began = time.monotonic()
        waited = paced_sec(gateway.gateway.control)
        for _ in range(20):
            path, body = request_of(Protocol.ANTHROPIC, "Hello.")
            content = json.dumps(body).encode()
            head = f"POST {path} HTTP/1.1\r\nhost: a\r\ncontent-length: {len(content)}\r\n\r\n"
            with socket.create_connection(("127.0.0.1", gateway.port), timeout=10) as connection:
                connection.sendall(head.encode() + content)
                time.sleep(0.05)
        assert paced_sec(gateway.gateway.control) < waited + 1, "they do not wait any more"
        ask(gateway.url)
        assert time.monotonic() - began < 60, "it has the turn of the first of them, and not one after all of theirs"
