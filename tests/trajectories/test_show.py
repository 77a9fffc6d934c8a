"""A trajectory in a terminal, whatever the agent wrote."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import atif
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console
from tests.gateway.support import ask, replaying, running

from headwater.gateway import Protocol, Turn
from headwater.trajectories import show_trajectory, write_trajectory
from headwater.trajectories._show import plain

HOSTILE = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202egnp.exe [red]not markup[/red] \r overwritten\x00"


def trajectory(text: str, lines: int = 1) -> atif.Trajectory:
    call = atif.ToolCall(tool_call_id="c", function_name=f"Ba{text}sh", arguments={"command": text})
    result = atif.ObservationResult(source_call_id="c", content="\n".join([text] * lines), extra={"is_error": True})
    return atif.Trajectory(
        schema_version="ATIF-v1.8",
        trajectory_id="main",
        agent=atif.Agent(name=f"agent{text}", version="1", model_name=text),
        steps=[
            atif.Step(step_id=1, source="user", message=text, timestamp="2026-11-20T10:00:00+00:00"),
            atif.Step(
                step_id=2,
                source="agent",
                message=text,
                reasoning_content=text,
                timestamp="2026-11-20T10:00:01.500000+00:00",
                tool_calls=[call],
                observation=atif.Observation(results=[result]),
                metrics=atif.Metrics(prompt_tokens=1200, cached_tokens=300, completion_tokens=80, cost_usd=0.00414),
                llm_call_count=1,
            ),
        ],
        final_metrics=atif.FinalMetrics(total_prompt_tokens=1200, total_completion_tokens=80),
        extra={"reason": text, "ending": "limit", "failed_requests": [{"request_id": 3, "error": text}]},
    )


def rendered(trajectory: atif.Trajectory, *, full: bool = False) -> str:
    out = io.StringIO()
    show_trajectory(trajectory, Console(file=out, width=80, force_terminal=True, highlight=False), full=full)
    return out.getvalue()


def test_hostile_text_does_nothing() -> None:
    text = rendered(trajectory(HOSTILE))

    for sequence in ("\x1b[2J", "\x1b]0", "\x07", "\x9b", "\u202e", "\r", "\x00"):
        assert sequence not in text
    assert "␛[2J" in text
    assert "[red]not markup[/red]" in text


@settings(derandomize=True, max_examples=200, deadline=None)
@given(text=st.text(max_size=60))
def test_shown_text_is_printable(text: str) -> None:
    assert all(character == "\n" or character.isprintable() for character in plain(text))


def test_a_step_in_80_columns() -> None:
    text = rendered(trajectory("hello " * 40))

    assert "+1.5 s · 1,200 in (300 cached) · 80 out · $0.0041" in text
    assert "cost unknown" in text  # the whole run's cost was not reported
    plain_lines = Console(file=io.StringIO(), width=80)
    assert all(plain_lines.measure(line).maximum <= 80 for line in _without_styles(text).split("\n"))


def _without_styles(text: str) -> str:
    import re

    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_long_texts_are_cut_unless_the_whole_is_requested() -> None:
    long = trajectory("line", lines=100)

    assert "… 88 more lines" in rendered(long)
    assert "more lines" not in rendered(long, full=True)


def run(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [Path(sys.executable).with_name("headwater"), "trace", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def test_the_verb(tmp_path: Path) -> None:
    for job in ("a", "b"):
        (tmp_path / "jobs" / job / "trials" / f"in-{job}").mkdir(parents=True)
        (tmp_path / "jobs" / job / "trials" / "both").mkdir(parents=True)
    write_trajectory(tmp_path / "jobs/a/trials/in-a/trajectory.json", trajectory("hello"))

    by_name = run("in-a", cwd=tmp_path)
    by_folder = run("jobs/a/trials/in-a", "--json", cwd=tmp_path)
    spans = run("jobs/a/trials/in-a", "--otlp", cwd=tmp_path)

    assert by_name.returncode == 0
    assert "hello" in by_name.stdout
    assert atif.Trajectory.model_validate_json(by_folder.stdout) == trajectory("hello")
    assert "resourceSpans" in json.loads(spans.stdout)


@pytest.mark.parametrize(
    ("trial", "message"), [("none", "no such trial"), ("both", "2 jobs have one"), ("in-b", "no trajectory.json")]
)
def test_trace_reports_what_is_missing(tmp_path: Path, trial: str, message: str) -> None:
    for folder in ("a/trials/both", "b/trials/both", "b/trials/in-b"):
        (tmp_path / "jobs" / folder).mkdir(parents=True)

    ended = run(trial, cwd=tmp_path)

    assert ended.returncode == 2
    assert message in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_trace_reads_a_wire_log_without_a_trajectory(tmp_path: Path) -> None:
    with running(replaying(tmp_path / "trial", Turn(text="I was interrupted after this."))) as gateway:
        ask(gateway, Protocol.CHAT)

    ended = run(tmp_path / "trial", cwd=tmp_path)

    assert ended.returncode == 0
    assert "I was interrupted after this." in ended.stdout
