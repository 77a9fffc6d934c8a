"""Steps and bytes read, from trajectories of any content."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from tests.analysis.build import trial
from tests.properties import any_json, hostile_bytes, reader_cases

from headwater.results import Effort, Efforts, read_efforts

_KEYS = (
    "steps", "source", "tool_calls", "llm_call_count", "observation", "results", "content", "text",
    "subagent_trajectories",
)  # fmt: skip


def effort(folder: Path, content: bytes | None) -> Efforts:
    """Read the effort of one trial from its trajectory."""
    place = folder / "trials/x"
    place.mkdir(parents=True, exist_ok=True)
    if content is not None:
        (place / "trajectory.json").write_bytes(content)
    return read_efforts([trial("x", job=str(folder), trial="x")])


def step(**fields: Any) -> dict[str, Any]:
    """Return an agent step with the given fields."""
    return {"source": "agent", **fields}


def test_steps_and_bytes_of_a_trajectory(tmp_path: Path) -> None:
    story = {
        "steps": [
            {"source": "system", "message": "x", "observation": {"results": [{"content": "what is left"}]}},
            {"source": "user", "message": "Please repair it."},
            step(message="I look", tool_calls=[{}], observation={"results": [{"content": "häh"}, {"content": "ab"}]}),
            step(message="put there", llm_call_count=0),
            step(
                llm_call_count=0, tool_calls=[{}], observation={"results": [{"content": [{"text": "abc"}, {"x": 1}]}]}
            ),
            step(message="done", llm_call_count=1),
        ],
        "subagent_trajectories": [{"steps": [step(observation={"results": [{"content": None}]})]}],
    }
    found = effort(tmp_path, json.dumps(story).encode())
    assert found.known == {(str(tmp_path), "x"): Effort(steps=4, bytes_read=4 + 2 + 3, tool_calls=2)}
    assert found.problems == ()


def test_no_trajectory_is_not_known_and_no_problem(tmp_path: Path) -> None:
    assert effort(tmp_path, None) == Efforts({}, ())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"{", "Expecting property name"),
        (b"[]", "it is not a JSON object"),
        (b'{"steps":' + b"[" * 200_000, "nested too deep"),
        (b'{"steps": ' + b"9" * 10_000 + b"}", "Exceeds the limit"),
    ],
)
def test_what_cannot_be_read_is_one_line(tmp_path: Path, content: bytes, message: str) -> None:
    found = effort(tmp_path, content)
    assert found.known == {}
    (problem,) = found.problems
    assert str(problem).startswith(f"{tmp_path}/trials/x/trajectory.json: cannot be read, so steps and bytes")
    assert message in str(problem)
    assert "\n" not in str(problem)


def test_links_pipes_folders_and_huge_files_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "trials/x/trajectory.json"
    path.parent.mkdir(parents=True)
    path.symlink_to("/etc/hostname")
    assert "it is not a regular file" in str(effort(tmp_path, None).problems[0])
    path.unlink()
    os.mkfifo(path)
    assert "it is not a regular file" in str(effort(tmp_path, None).problems[0])
    path.unlink()
    path.mkdir()
    assert "it is not a regular file" in str(effort(tmp_path, None).problems[0])
    path.rmdir()
    with path.open("wb") as file:
        file.truncate(1 << 40)
    assert "it has 1,099,511,627,776 bytes" in str(effort(tmp_path, None).problems[0])


@reader_cases
@given(hostile_bytes(any_json(_KEYS, ("agent", "system"))))
def test_any_trajectory_is_read_or_named(tmp_path: Path, raw: bytes) -> None:
    found = effort(tmp_path, raw)
    assert len(found.known) + len(found.problems) == 1
    assert all("\n" not in str(problem) for problem in found.problems)
