"""Whichever process is killed, no recorded request is lost, and requests in flight are known."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from aiohttp import web
from tests.gateway.support import Running, ask, forwarding, provider, replaying, running, shell

from headwater.errors import InfraError, UserError
from headwater.gateway import Ending, Fault, Protocol, Turn, Usage, outcome_of, read_wire_log

TURN = Turn(text="ok", calls=(shell("ls"),), usage=Usage(input=10, output=5))


def test_a_killed_gateway_loses_no_request(tmp_path: Path) -> None:
    with ExitStack() as stack:
        gateway = stack.enter_context(running(replaying(tmp_path, TURN)))
        for _ in range(5):
            ask(gateway, Protocol.ANTHROPIC)
        kill(gateway)
        with pytest.raises(InfraError, match="was it killed"):
            stack.close()

    outcome = gateway.outcome()
    assert outcome.totals.requests == 5
    assert outcome.totals.usage == Usage(input=50, output=25)
    assert outcome.unanswered == 0


def test_a_request_that_a_killed_gateway_did_not_answer_is_known(tmp_path: Path) -> None:
    with ExitStack() as stack:
        gateway = stack.enter_context(running(replaying(tmp_path, TURN.model_copy(update={"delay_sec": 30}))))
        agent = ask_and_be_cut(gateway)
        kill(gateway)
        agent.join()
        with pytest.raises(InfraError):
            stack.close()

    outcome = gateway.outcome()
    assert outcome.unanswered == 1
    assert outcome.ending is Ending.FAULT
    assert "killed" in outcome.reason


def kill(gateway: Running) -> None:
    os.kill(gateway.gateway.pid, signal.SIGKILL)
    while gateway.gateway.is_alive():
        time.sleep(0.01)


def ask_and_be_cut(gateway: Running) -> threading.Thread:
    """Send a slow request in a thread, and return once it was sent."""

    def be_cut() -> None:
        with contextlib.suppress(OSError, http.client.HTTPException):
            ask(gateway, Protocol.ANTHROPIC)

    agent = threading.Thread(target=be_cut)
    agent.start()
    while not gateway.exchanges():
        time.sleep(0.01)
    return agent


def test_a_torn_line_is_ignored(tmp_path: Path) -> None:
    with running(replaying(tmp_path, TURN)) as gateway:
        ask(gateway, Protocol.CHAT)
    complete_log = gateway.wire_log.read_bytes()
    lines = complete_log.split(b"\n")

    for cut in range(0, len(complete_log), 97):
        gateway.wire_log.write_bytes(complete_log[:cut])
        log = read_wire_log(gateway.wire_log)
        complete = complete_log[:cut].count(b"\n")
        assert len(log.exchanges) == sum(b'"event":"request"' in line for line in lines[:complete])
        outcome_of(log)

    gateway.wire_log.write_bytes(b"\n".join([lines[0], b'{"event": "odd"}', *lines[1:]]))
    with pytest.raises(UserError, match="line 2"):
        read_wire_log(gateway.wire_log)


def test_the_end_of_a_trial_interrupts_requests_in_flight(tmp_path: Path) -> None:
    slow = TURN.model_copy(update={"delay_sec": 30})
    with running(replaying(tmp_path, slow)) as gateway:
        agent = ask_and_be_cut(gateway)
    agent.join()

    log = read_wire_log(gateway.wire_log)
    assert log.closed
    response = log.exchanges[0].response
    assert response is not None
    assert response.fault is Fault.INTERRUPTED
    assert outcome_of(log).ending is Ending.OK


def test_a_killed_agent_leaves_the_answers_that_it_got(tmp_path: Path) -> None:
    async def endless(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"content-type": "text/event-stream"})
        await response.prepare(request)
        usage = b'"usage":{"input_tokens":11,"output_tokens":1}'
        await response.write(
            b'data: {"type":"message_start","message":{"model":"claude-sonnet-4-6",' + usage + b"}}\n\n"
        )
        for _ in range(500):
            await response.write(b'data: {"type":"content_block_delta","index":0,"delta":{"text":"x"}}\n\n')
            await asyncio.sleep(0.02)
        return response

    agent = textwrap.dedent(
        """
        import json, sys, urllib.request
        body = json.dumps({"model": "claude-sonnet-4-6", "stream": True, "messages": []})
        answer = urllib.request.urlopen(urllib.request.Request(sys.argv[1] + "/v1/messages", body.encode()))
        print(answer.read(20), flush=True)
        answer.read()
        """
    )
    with provider(endless) as url, running(forwarding(tmp_path, url)) as gateway:
        with subprocess.Popen([sys.executable, "-c", agent, gateway.url], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            process.kill()
        deadline = time.monotonic() + 120
        while gateway.exchanges()[0].response is None and time.monotonic() < deadline:
            time.sleep(0.02)
        response = gateway.exchanges()[0].response

    assert response is not None
    assert response.fault is Fault.INTERRUPTED
    assert response.usage is not None
    assert response.usage.input == 11
    assert not response.usage_is_final
    assert response.seconds < 8  # the gateway did not wait for the end of the provider's response


def test_a_gateway_ends_with_headwater(tmp_path: Path) -> None:
    headwater = textwrap.dedent(
        """
        import sys, time
        from pathlib import Path
        from headwater.gateway import GatewaySettings, Replay, Cassette, Turn, open_gateway
        backend = Replay(cassette=Cassette(turns=(Turn(text="x"),)))
        settings = GatewaySettings(wire_log=Path(sys.argv[1]), backend=backend)
        with open_gateway(settings) as gateway:
            print(gateway.pid, gateway.control.parent, flush=True)
            time.sleep(60)
        """
    )
    arguments = [sys.executable, "-c", headwater, str(tmp_path / "wire.jsonl")]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        number, folder = process.stdout.readline().split()
        pid = int(number)
        while not (tmp_path / "wire.jsonl").exists():
            time.sleep(0.02)
        process.kill()

    deadline = time.monotonic() + 120
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not Path(f"/proc/{pid}").exists()
    assert not Path(folder).exists()
    assert read_wire_log(tmp_path / "wire.jsonl").closed


def test_a_log_belongs_to_one_run(tmp_path: Path) -> None:
    (tmp_path / "wire.jsonl").touch()

    with pytest.raises(InfraError, match="already exists"), running(replaying(tmp_path, TURN)):
        pass
