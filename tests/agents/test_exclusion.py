"""No agent decides whether its trial counts: programs that try to, in whole trials with a real provider."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

import pytest
from aiohttp import web
from tests.agents.conftest import run
from tests.agents.small import task
from tests.gateway.support import Handler, provider

from headwater.records import Status
from headwater.tasks import read_task
from headwater.trials import Finished

MODEL = "gpt-5.5"
CALL = {"id": "call_1", "type": "function", "function": {"name": "sh", "arguments": "{}"}}
PYTHON = "#!/usr/bin/env python3"
REPLY = {"role": "assistant", "content": None, "tool_calls": [CALL]}
LIBRARY = f"""\
import json, os, subprocess, sys, urllib.request
TOOLS = [{{"type": "function", "function": {{"name": "sh", "parameters": {{"type": "object"}}}}}}]
TASK = [{{"role": "user", "content": sys.argv[1]}}]
ON = TASK + [{json.dumps(REPLY).replace("null", "None")}, {{"role": "tool", "tool_call_id": "call_1", "content": "x"}}]

def ask(messages, **more):
    body = {{"model": "{MODEL}", "messages": messages, "tools": TOOLS, **more}}
    url = os.environ["OPENAI_BASE_URL"] + "/chat/completions"
    request = urllib.request.Request(url, json.dumps(body).encode(), {{"content-type": "application/json"}})
    return urllib.request.urlopen(request, timeout=300).read()

"""


def breaking() -> Handler:
    """A provider that fails on some request bodies, and starts an outage on request."""
    is_down = False

    async def answer(request: web.Request) -> web.StreamResponse:
        nonlocal is_down
        body = await request.json()
        is_down = is_down or "outage" in json.dumps(body)
        if is_down or "odd" in body:
            return web.json_response({"error": {"message": "broken"}}, status=500, headers={"retry-after": "999"})
        if "hang" in body:
            await asyncio.sleep(30)
        choice = {"message": REPLY, "finish_reason": "tool_calls"}
        return web.json_response({"id": "c", "model": MODEL, "choices": [choice], "usage": {"prompt_tokens": 9}})

    return answer


def attempt(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    program: str,
    *,
    limits: str = "",
    first: str = "#!/usr/bin/env python3",
) -> Finished:
    """Run one program on a small task."""
    path = folder / "program/agent"
    path.parent.mkdir()
    path.write_text(f"{first}\n{LIBRARY}{program}\n")
    path.chmod(0o755)
    small = task(folder / "small", "greet", timeout_sec=8)
    with (small.folder / "task.toml").open("a") as toml:
        toml.write(limits)
    small = read_task(small.folder)
    with provider(breaking()) as url:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{url}/v1")
        monkeypatch.setenv("OPENAI_API_KEY", "a-key-for-tests")
        [trial] = run(folder / "job", [small], [f"cmd:{path} {{instruction}}"], None).values()
    return trial


PROVOKED = """\
ask(TASK)
shell = "kill -9 $PPID"
try:
    ask(ON, odd=1)
finally:
    subprocess.run(["sh", "-c", shell])
"""
DEEP = """\
deep = []
for _ in range(300):
    deep = [deep]
ask(TASK, metadata=deep)
"""
DISK = """\
import threading
ask(TASK)
threading.Thread(target=ask, args=(ON,), kwargs={"hang": 1}, daemon=True).start()
import time; time.sleep(3)
for number in range(4):
    open(f"large-{number}", "wb").write(b"x" * (12 << 20))
time.sleep(60)
"""


@pytest.mark.parametrize(
    ("program", "limits", "status", "reason"),
    [
        ("sys.exit(1)", "", Status.AGENT_ERROR, "never asked a model"),
        (PROVOKED, "", Status.AGENT_ERROR, "a probe of the gateway was answered"),
        (DISK, "disk_mb = 32\n", Status.AGENT_ERROR, "exit code 1" if os.geteuid() == 0 else "more than 32 MiB"),
        ("ask(TASK); ask(ON, hang=1)", "", Status.AGENT_TIMEOUT, "longer than 8 s"),
        ("ask(TASK, made_up=1, odd=1)", "", Status.AGENT_ERROR, "a probe of the gateway was answered"),
        (DEEP, "", Status.AGENT_ERROR, "HTTP Error 400"),
    ],
    ids=["never asked", "provoked", "disk", "time", "at once", "deep"],
)
def test_a_trial_that_its_agent_spoils_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, limits: str, status: Status, reason: str
) -> None:
    trial = attempt(tmp_path, monkeypatch, program, limits=limits)

    assert (trial.status, trial.verdict is not None) == (status, True), trial.reason
    assert reason in trial.reason
    assert "\n" not in trial.reason


def test_a_trial_whose_provider_goes_away_is_excluded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outage = {"role": "user", "content": "outage"}

    trial = attempt(tmp_path, monkeypatch, f"ask(TASK); ask([*ON, {outage}])")

    assert trial.status is Status.INFRA_ERROR
    assert trial.reason == "the model could not be asked: 500: broken"


def test_a_program_that_cannot_be_executed_is_reported_as_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trial = attempt(tmp_path, monkeypatch, "", first="#!/no/such/interpreter")

    assert trial.status is Status.AGENT_ERROR
    assert "could not be executed: /opt/agent/agent: No such file" in trial.reason
