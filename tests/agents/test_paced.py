"""An agent's time limit and its job's rate limits: waiting is not counted, and pretending to wait gains nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.agents.conftest import run
from tests.agents.small import save, task

from headwater.gateway import Cassette, Turn, Usage
from headwater.jobs import _pacing
from headwater.records import RateLimit, Status
from headwater.trials import Finished

LIMIT_SEC = 8
WINDOW_SEC = 7.0
LIBRARY = """\
#!/usr/bin/env python3
import http.client, json, os, threading, time
from urllib.parse import urlsplit

BODY = json.dumps({"model": "gpt-5.5", "messages": [{"role": "user", "content": "Hello."}]})

def send():
    url = urlsplit(os.environ["OPENAI_BASE_URL"])
    connection = http.client.HTTPConnection(url.hostname, url.port)
    connection.request("POST", url.path + "/chat/completions", BODY, {"content-type": "application/json"})
    return connection

"""
PATIENT = """\
for _ in range(3):
    assert send().getresponse().status == 200
open("greeting.txt", "w").write("hello\\n")
"""
PRETENDING = """\
send().getresponse().read()
while True:
    given_up = [send() for _ in range(5)]
    time.sleep(0.3)
    for connection in given_up:
        connection.close()
"""


def attempt(folder: Path, monkeypatch: pytest.MonkeyPatch, program: str) -> tuple[Finished, dict[str, float]]:
    """Run a program in a job that allows one request per minute, where a minute lasts seven seconds."""
    monkeypatch.setattr(_pacing, "_WINDOW_SEC", WINDOW_SEC)
    path = folder / "program/agent"
    path.parent.mkdir()
    path.write_text(LIBRARY + program)
    path.chmod(0o755)
    cassettes = save(folder / "cassettes", Cassette(turns=(Turn(text="Hello.", usage=Usage(input=9)),)), "greet")
    small = task(folder / "small", "greet", timeout_sec=LIMIT_SEC)
    rates = (RateLimit(requests=1),)
    [trial] = run(folder / "job", [small], [f"cmd:{path} {{instruction}}"], cassettes, rates=rates).values()
    return trial, {phase.name: phase.seconds for phase in trial.record.phases}


@pytest.mark.minutes
def test_waiting_for_the_rate_of_the_job_is_no_time_of_the_agent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trial, seconds = attempt(tmp_path, monkeypatch, PATIENT)
    assert trial.status is Status.OK, trial.reason
    assert seconds["paced"] >= 2 * WINDOW_SEC - LIMIT_SEC, "its last request began two windows after its first"
    assert trial.record.model is not None
    assert trial.record.model.paced_sec == pytest.approx(seconds["paced"], abs=1), "its requests wait one by one"


@pytest.mark.minutes
def test_requests_that_are_given_up_add_no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trial, seconds = attempt(tmp_path, monkeypatch, PRETENDING)
    assert trial.status is Status.AGENT_TIMEOUT, trial.reason
    assert trial.reason.startswith(f"the agent ran longer than {LIMIT_SEC} s")
    assert seconds.get("paced", 0) < WINDOW_SEC, "no more than what its last requests had waited"
