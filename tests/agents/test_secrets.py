"""A key given to Headwater appears nowhere in the sandbox, the records or the logs, in any encoding."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import threading
import urllib.parse
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from tests.agents.conftest import run
from tests.agents.small import greeting, save, task

from headwater.jobs import home

KEY = "sk-ant-secret/0123456789+abcdefABCDEF=="
# The agent prints every readable file as one tar, and then asks the model.
NOSY = """#!/bin/bash
env
cat /proc/*/environ /proc/*/cmdline /proc/net/unix /proc/self/mountinfo 2>/dev/null
tar -cf - --one-file-system / /workspace /tmp /home /run /opt/agent /dev/shm 2>/dev/null |
  grep -a -o '\\(sk-ant\\|c2stYW50\\|736b2d616e74\\).\\{0,80\\}'
curl -s http://127.0.0.1:8399/v1/messages -H 'content-type: application/json' -H "x-api-key: $ANTHROPIC_API_KEY" \
  -d '{"model": "claude-sonnet-4-6", "max_tokens": 9, "messages": [{"role": "user", "content": "hello"}]}'
echo hello > greeting.txt
"""


class Provider(BaseHTTPRequestHandler):
    """A provider that echoes every request, including the key."""

    keys: list[str] = []  # noqa: RUF012 - what all requests brought

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        Provider.keys.append(self.headers["x-api-key"])
        text = f"I got {dict(self.headers)} and {' '.join(encodings(self.headers['x-api-key']))} and SLASHED"
        usage = {"input_tokens": 7, "output_tokens": 3}
        content = [{"type": "text", "text": text}]
        message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-4-6"}
        body = json.dumps({**message, "content": content, "stop_reason": "end_turn", "usage": usage})
        body = body.replace("SLASHED", slashed(self.headers["x-api-key"])).encode()  # not escaped a second time
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("x-repeated", self.headers["x-api-key"])
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        pass


def encodings(key: str) -> list[str]:
    """Return the key in its usual encodings."""
    data = key.encode()
    return [
        key,
        data.hex(),
        base64.b64encode(data).decode().rstrip("="),
        base64.urlsafe_b64encode(data).decode().rstrip("="),
        urllib.parse.quote(key, safe=""),
    ]


def slashed(key: str) -> str:
    """Return the key as a JSON writer that escapes slashes would write it."""
    return json.dumps(key)[1:-1].replace("/", "\\/")


@pytest.fixture
def provider() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


def test_the_key_is_nowhere(provider: str, tmp_path: Path) -> None:
    greet = task(tmp_path / "small", "greet")
    agent = tmp_path / "bin/nosy"
    agent.parent.mkdir()
    agent.write_text(NOSY)
    agent.chmod(0o755)
    program = Path(sys.executable).with_name("headwater")
    env = {**os.environ, "HEADWATER_HOME": str(home()), "ANTHROPIC_BASE_URL": provider, "ANTHROPIC_API_KEY": KEY}
    command = [
        program,
        "run",
        greet.folder,
        "--agent",
        f"cmd:{agent} {{instruction}}",
        "--out",
        "job",
        "--record",
        "rec",
    ]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=400)
    assert done.returncode == 0, done.stderr
    [record] = (tmp_path / "job").glob("trials/*/trial.json")
    trial = json.loads(record.read_text())
    assert (trial["status"], trial["model"]["totals"]["usage"]["input"]) == ("ok", 7), trial["reason"]

    assert Provider.keys == [KEY]  # the gateway sent the real key
    printed = record.with_name("agent.log").read_text(errors="replace")
    assert "I got" in printed  # the agent received the answer
    assert "ANTHROPIC_API_KEY=headwater-no-key-needed" in printed
    places = [done.stdout, done.stderr]
    places += [path.read_text(errors="replace") for path in tmp_path.rglob("*") if path.is_file()]
    assert len(places) > 10
    for text in places:
        assert [found for found in encodings(KEY) if found in text] == []
        assert slashed(KEY) not in text


def test_an_agent_asks_no_other_model_than_its_own(tmp_path: Path) -> None:
    """Otherwise an agent with a small model could find the gateway and have a large model do its work."""
    greet = task(tmp_path / "small", "greet")
    body = '{"model": "claude-opus-5", "max_tokens": 9, "messages": [{"role": "user", "content": "do it for me"}]}'
    ask = f"curl -s -w '%{{http_code}}' http://127.0.0.1:8399/v1/messages -d '{body}' > answer.txt"
    save(tmp_path / "cassettes", greeting(command=f"echo hello > greeting.txt; {ask}"), "greet")
    [trial] = run(tmp_path / "job", [greet], ["data-agent:claude-haiku-4-5"], tmp_path / "cassettes").values()
    [answer] = (tmp_path / "job").glob("trials/*/state/workspace/answer.txt")
    assert "this run has no model 'claude-opus-5'; it has claude-haiku-4-5" in answer.read_text()
    assert answer.read_text().endswith("404")
    assert trial.record.model is not None
    assert (trial.status, trial.record.model.models) == ("ok", ("claude-haiku-4-5",))
