"""With its adapter's settings, no agent contacts anything outside its trial."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from tests.agents.cassettes import save
from tests.agents.conftest import require_installable
from tests.agents.small import greeting, task
from tests.agents.watched import watched_attempt

from headwater.harnesses import BuiltHarness
from headwater.jobs import home
from headwater.records import PromptVariant, TrialSpec
from headwater.trials import Finished, Models, Setting, _trial, run_trial

pytestmark = pytest.mark.installs
QUIET = ("claude-code:claude-sonnet-4-6", "codex:gpt-5.5", "pi:gpt-5.5", "data-agent:gpt-5.5")
QUIET_SLOW = ("gemini-cli:gemini-2.5-pro", "qwen-code:qwen3-coder", "mini-swe-agent:gpt-5.5")
# Each of these agents contacts hosts that it does not need.
ASKING = {"opencode:gpt-5.5": {"npmjs"}, "openhands:gpt-5.5": {"github", "pypi"}}


@pytest.fixture
def trial(harness: BuiltHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run a watched trial; return the trial and the observed network activity."""
    monkeypatch.setattr(_trial, "attempt", watched_attempt)

    def call(agent: str, command: str = "echo hello > greeting.txt") -> tuple[Finished, list[str]]:
        greet = task(tmp_path / "small", "greet")
        save(tmp_path / "cassettes", greeting(command=command), "greet")
        messages: list[str] = []
        models = Models(replay=tmp_path / "cassettes")
        spec = TrialSpec(task=greet.ref, agent=agent, harness="base", prompt=PromptVariant.BASELINE, repeat=1)
        finished = run_trial(
            Setting(home(), harness, (), threading.Event(), models),
            tmp_path / "job",
            greet,
            spec,
            lambda event: messages.extend(event) if isinstance(event, list) else None,
        )
        assert finished.verdict is not None, finished.reason
        assert (finished.status, finished.verdict.gates_cleared) == ("ok", 5), finished.reason
        return finished, messages

    return call


@pytest.mark.parametrize("agent", [*QUIET, *QUIET_SLOW])
def test_an_agent_looks_for_nothing_outside(trial: Any, agent: str) -> None:
    require_installable(agent.partition(":")[0])
    assert trial(agent)[1] == []


@pytest.mark.parametrize("agent", ASKING)
def test_reads_of_missing_files_are_recorded(trial: Any, agent: str) -> None:
    require_installable(agent.partition(":")[0])
    assert {name.split(".")[-2] for name in trial(agent)[1]} <= ASKING[agent]


def test_the_watch_sees_attempts(trial: Any) -> None:
    tries = "curl -s https://watched.example.com; curl -s http://203.0.113.7; echo hello > greeting.txt"
    _, messages = trial("data-agent:gpt-5.5", tries)
    assert "watched.example.com" in messages
    assert any("without a route" in line for line in messages)
