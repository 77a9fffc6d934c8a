"""Choose among several files and events in an agent's output."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from headwater.agents._output import AgentOutput


@pytest.fixture
def left(tmp_path: Path) -> AgentOutput:
    (tmp_path / "kept/sessions").mkdir(parents=True)
    return AgentOutput(tmp_path / "agent.log", tmp_path / "kept", 0)


def keep(left: AgentOutput, name: str, text: str, second: int) -> None:
    file = left.kept_folder / "sessions" / name
    file.write_text(text)
    os.utime(file, (second, second))


def test_the_newest_session_counts_under_any_name(left: AgentOutput) -> None:
    keep(left, "b.json", '{"cost": 1}', 300)
    keep(left, "a.json", '{"cost": 2}', 400)
    keep(left, "c.json", '{"cost": 3}', 200)
    assert [file.name for file in left.files("sessions/*.json")] == ["c.json", "b.json", "a.json"]
    assert left.document("sessions/*.json") == {"cost": 2}
    keep(left, "d.json", "not JSON", 500)
    assert left.document("sessions/*.json") == {"cost": 2}


def test_the_last_event_of_a_kind_counts(left: AgentOutput) -> None:
    left.stdout.write_text('{"type": "result", "n": 1}\n{"type": "result", "n": 2}\n{"type": "other"}\n')
    assert left.last_event("result") == {"type": "result", "n": 2}
    assert left.last_event("error") == {}
