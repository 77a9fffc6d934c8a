"""Agents with a model on a cluster: each node uses its own key, and rates and budgets hold for all nodes together."""

from __future__ import annotations

import json
import os
import re
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.agents.test_secrets import encodings
from tests.jobs.conftest import eventually

from headwater.jobs import JobFolder
from headwater.jobs._spending import Spending

pytest.importorskip("ray")
pytestmark = [pytest.mark.minutes, pytest.mark.usefixtures("nothing_left")]

AGENT = "data-agent:claude-sonnet-4-6"
KEYS = ["sk-ant-secret-of-the-first-node/01+ab==", "sk-ant-secret-of-the-other-node/23+cd=="]
TURNS = 2
PACED_SEC = 45.0
"""A minute, minus the time that a request may need from its gateway to the provider on a busy machine."""
PATIENCE_SEC = 300.0
# A second command of the agent collects everything that it can read of other processes.
COMMAND = "printf yes > done.txt; { env; cat /proc/*/environ /proc/*/cmdline /proc/net/unix; } > seen.txt 2>/dev/null"


class Provider(ThreadingHTTPServer):
    """A provider whose model runs the command, and then ends; it answers when both nodes have asked.

    Attributes:
        requests: The time and the key of each request.
        last_sec: How long the last answer to a trial takes.
    """

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.requests: list[tuple[float, str]] = []
        self.last_sec = 0.0
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self._both = threading.Event()

    def receive(self, key: str) -> None:
        """Record a request, and wait until each node has made one: one of them may start slowly."""
        self.requests.append((time.monotonic(), key))
        if {each for _, each in self.requests} == set(KEYS):
            self._both.set()
        assert self._both.wait(PATIENCE_SEC)


class Answer(BaseHTTPRequestHandler):
    """Answers one request, which is the last of its trial if it has the result of the command."""

    server: Provider

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.receive(self.headers["x-api-key"])
        is_last = any(block["type"] == "tool_result" for block in request["messages"][-1]["content"])
        time.sleep(self.server.last_sec if is_last else 0)
        call = {"type": "tool_use", "id": "call_1", "name": "shell", "input": {"command": COMMAND}}
        message = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "claude-sonnet-4-6",
            "content": [{"type": "text", "text": "It is done."} if is_last else call],
            "stop_reason": "end_turn" if is_last else "tool_use",
            "usage": {"input_tokens": 70, "output_tokens": 30},
        }
        body = json.dumps(message).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        pass


@pytest.fixture
def provider() -> Iterator[Provider]:
    server = Provider()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def keyed(nodes: Any, headwater: Any, provider: Provider) -> list[Any]:
    """Two nodes with a key each, which the driver does not have."""
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"):
        headwater.env.pop(name, None)
    started = [nodes.add(env={"ANTHROPIC_API_KEY": key, "ANTHROPIC_BASE_URL": provider.url}) for key in KEYS]
    for node in started:
        node.wait()
    return started


def command(nodes: Any, task: Path, repeats: int, *options: str) -> list[str | Path]:
    where = ["--executor", "ray", "--ray-address", nodes.address, "--out", "job"]
    return ["run", task, "--agent", AGENT, "--repeat", str(repeats), *where, *options]


def places_of(key: str, *folders: Path) -> list[str]:
    """Return the files in these folders that contain a key in any usual encoding."""
    found = []
    for path in (each for folder in folders for each in folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            text = path.read_bytes()
            found += [str(path) for each in encodings(key) if each.encode() in text]
    return found


@pytest.mark.usefixtures("keyed")
def test_nodes_share_rates_and_budgets_and_keep_their_keys(
    nodes: Any, headwater: Any, provider: Provider, make_task: Any, tmp_path: Path
) -> None:
    limits = ["--budget", f"{TURNS + 1}turns", "--job-budget", "10turns", "--rate", "6requests", "--json"]
    completed = headwater(*command(nodes, make_task(), 5, *limits), env=nodes.env)
    assert completed.exit_code == 2, completed.err
    last = completed.err.strip().splitlines()[-1]
    assert "the budget of the job is nearly used up: 8turns of 10turns, and the next trial may use 3turns" in last
    assert [(row["score"], row["turns"]) for row in json.loads(completed.out)] == [(1, TURNS)] * 4

    times = [at for at, _ in provider.requests]
    assert len(times) == 4 * TURNS
    assert all(later - at > PACED_SEC for at, later in zip(times, times[6:], strict=False)), "six in any minute"
    assert {key for _, key in provider.requests} == set(KEYS), "each node had trials, and used its own key"

    resumed = headwater("resume", "job", "--job-budget", "11turns", "--json", env=nodes.env)
    assert resumed.exit_code == 0, resumed.err
    job = JobFolder(tmp_path / "job")
    assert [each.record.model.totals.turns for each in job.finished() if each.record.model] == [TURNS] * 5
    assert Spending(job.folder).total.turns == 5 * TURNS

    texts = [path.read_text(errors="replace") for path in tmp_path.glob("job/trials/*/state/workspace/seen.txt")]
    assert len(texts) == 5
    assert all("PATH=" in text for text in texts), "it has read environments"
    for key in [*KEYS, nodes.env["RAY_AUTH_TOKEN"]]:
        assert places_of(key, tmp_path, nodes.folder, Path(headwater.env["HEADWATER_HOME"])) == []
        assert key not in completed.err + completed.out + resumed.err + resumed.out


def test_usage_of_a_trial_whose_node_dies_is_counted(
    nodes: Any, headwater: Any, keyed: list[Any], provider: Provider, make_task: Any, tmp_path: Path
) -> None:
    provider.last_sec = 15.0
    line = headwater.start(*command(nodes, make_task(), 2, "--job-budget", "20turns"), env=nodes.env)
    spending = tmp_path / "job/spending.jsonl"
    assert eventually(lambda: (spending.exists() and len(spent_trials(spending)) == 2) or line.poll() is not None, 400)
    assert line.poll() is None, line.communicate()
    keyed[1].kill("raylet")
    _, err = line.communicate(timeout=400)
    assert line.returncode == 0, err
    assert "died, and its trial restarts on another one" in err
    job = JobFolder(tmp_path / "job")
    finished = list(job.finished())
    assert [each.record.model.totals.turns for each in finished if each.record.model] == [TURNS] * 2
    assert Spending(job.folder).total.turns >= 2 * TURNS + 1, "the answer before the node died was paid for"
    assert len(provider.requests) >= 2 * TURNS + 1


def spent_trials(spending: Path) -> set[str]:
    """Return the trials with a line in the log of the usage."""
    return {json.loads(line)["trial"] for line in spending.read_text().splitlines()}


def test_a_node_without_a_key_is_reported(nodes: Any, headwater: Any, make_task: Any) -> None:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"):
        headwater.env.pop(name, None)
    assert not {"ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"} & os.environ.keys()
    nodes.add().wait()
    completed = headwater(*command(nodes, make_task(), 1), env=nodes.env)
    assert completed.exit_code == 2
    line = r"headwater: node \S+: ANTHROPIC_API_KEY is not set; export it where Ray starts on this node"
    assert re.fullmatch(line, completed.err.splitlines()[-1])
