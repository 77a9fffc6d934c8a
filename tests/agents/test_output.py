"""Choose among several files and events in an agent's output."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from headwater.agents._output import AgentOutput


@pytest.fixture
def agent_output(tmp_path: Path) -> AgentOutput:
    (tmp_path / "kept/sessions").mkdir(parents=True)
    return AgentOutput(tmp_path / "agent.log", tmp_path / "kept", 0)


def keep(agent_output: AgentOutput, name: str, text: str, second: int) -> None:
    file = agent_output.kept_folder / "sessions" / name
    file.write_text(text)
    os.utime(file, (second, second))


def test_the_newest_session_counts_under_any_name(agent_output: AgentOutput) -> None:
    keep(agent_output, "b.json", '{"cost": 1}', 300)
    keep(agent_output, "a.json", '{"cost": 2}', 400)
    keep(agent_output, "c.json", '{"cost": 3}', 200)
    assert [file.name for file in agent_output.files("sessions/*.json")] == ["c.json", "b.json", "a.json"]
    assert agent_output.document("sessions/*.json") == {"cost": 2}
    keep(agent_output, "d.json", "not JSON", 500)
    assert agent_output.document("sessions/*.json") == {"cost": 2}


def test_the_last_event_of_a_kind_counts(agent_output: AgentOutput) -> None:
    agent_output.stdout.write_text('{"type": "result", "n": 1}\n{"type": "result", "n": 2}\n{"type": "other"}\n')
    assert agent_output.last_event("result") == {"type": "result", "n": 2}
    assert agent_output.last_event("error") == {}
