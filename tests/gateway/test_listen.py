"""The gateway is the only thing on the trial's loopback."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from tests.gateway.support import replaying

from headwater.gateway import PORT, Protocol, Turn, base_url, listen, open_gateway, read_outcome
from headwater.sandbox import Emit, Network, run_in_cell


def trial(_: Emit, control: Path) -> dict[str, Any]:
    """Return what an agent observes inside its network; runs in a cell."""
    network = Network()
    listen(network, control)
    with network:
        body = json.dumps({"model": "gpt-5.5", "messages": [{"role": "user", "content": "hi"}]}).encode()
        with urllib.request.urlopen(f"{base_url(Protocol.CHAT)}/chat/completions", body, timeout=10) as answer:
            message = json.loads(answer.read())["choices"][0]["message"]["content"]
        try:
            urllib.request.urlopen("http://192.0.2.1/", timeout=1)
            other = "reached"
        except urllib.error.URLError as error:
            other = str(error.reason)
    return {"said": message, "other": other}


def test_a_trial_reaches_the_gateway_and_nothing_else(tmp_path: Path) -> None:
    with open_gateway(replaying(tmp_path, Turn(text="hello from outside"))) as gateway:
        answers = run_in_cell(trial, gateway.control)

    assert answers["said"] == "ok"  # a request without tools
    assert "unreachable" in answers["other"]
    assert read_outcome(tmp_path / "wire.jsonl").totals.requests == 1
    assert base_url(Protocol.ANTHROPIC) == f"http://127.0.0.1:{PORT}"


def test_a_gateway_serves_at_a_unix_socket_too(tmp_path: Path) -> None:
    import http.client
    import socket

    with open_gateway(replaying(tmp_path, Turn(text="x"))) as gateway:
        connection = http.client.HTTPConnection("gateway")
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.connect(str(gateway.socket))
        connection.request("HEAD", "/")
        assert connection.getresponse().status == 200
        connection.close()
