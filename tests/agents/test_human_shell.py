"""The parts of a human session: marks in a stream, output as text, the log as data."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from headwater.agents import AgentOutput
from headwater.agents.human import read_session
from headwater.agents.human.shell.marks import MarkReader, ShellMark
from headwater.agents.human.shell.record import Recorder, readable
from headwater.agents.human.shell.text import SessionTexts
from headwater.trajectories import AgentIdentity, ShellRun, build_session

MARKED = (
    b"before\x1b]7001;secret;began;bHM=\x07out\x1b[1mput\x1b]7001;wrong;ended;0\x07\x1b]7001;secret;ended;0\x07after"
)


def read(cuts: list[int], data: bytes = MARKED) -> tuple[bytes, list[ShellMark]]:
    """Feed the data to a reader in pieces; return the displayed bytes and the marks."""
    reader = MarkReader("secret")
    output, marks = b"", []
    for start, end in pairwise([0, *sorted(cuts), len(data)]):
        for part in reader.feed(data[start:end]):
            if isinstance(part, ShellMark):
                marks.append(part)
            else:
                output += part
    return output, marks


@settings(derandomize=True, deadline=None)
@given(st.lists(st.integers(0, len(MARKED))))
def test_marks_are_found_wherever_the_stream_is_cut(cuts: list[int]) -> None:
    output, marks = read(cuts)
    assert output == b"beforeout\x1b[1mput\x1b]7001;wrong;ended;0\x07after"
    assert marks == [ShellMark("began", b"bHM="), ShellMark("ended", b"0")]


def test_a_mark_without_an_end_is_shown_at_last() -> None:
    data = b"x\x1b]7001;secret;began;" + b"a" * (1 << 21)
    assert read([100], data) == (data, [])


@pytest.mark.parametrize(
    ("output", "text"),
    [
        (b"\x1b[31mred\x1b[0m \x1b]0;title\x07plain\r\n", "red plain\n"),
        (b"10 %\r50 %\r100 %\r\ndone\r\n", "100 %\ndone\n"),
        (b"helx\x08 \x08lo\r\n", "hello\n"),
        (b"a\x1b[?1049hediting\x1b[?1049lb", "a[a program that used the whole screen]\nb"),
        (b"\xff\x00\x07tab\t|", "\ufffdtab\t|"),
        (b"cut \x1b[3", "cut 3"),
    ],
)
def test_output_is_read_as_text(output: bytes, text: str) -> None:
    assert readable(output) == text


def test_long_output_keeps_its_beginning_and_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    recorder = Recorder()
    recorder.began(b"bHM=")
    for _ in range(100):
        recorder.output(b"a" * 1000)
    recorder.output(b"the end")
    recorder.ended(0)
    event = json.loads(capsys.readouterr().out)
    assert event["command"] == "ls"
    assert event["output"].startswith("aaa")
    assert event["output"].endswith("the end")
    assert "[… 67239 bytes …]" in event["output"]
    assert len(event["output"]) < 33_000


VALUE = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.just([{}])
EVENT = st.fixed_dictionaries(
    {"type": st.sampled_from(["start", "command", "end"])},
    optional=dict.fromkeys(("at", "command", "started", "ended", "exit_code", "output", "state"), VALUE),
)


@settings(derandomize=True, max_examples=500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(lines=st.lists(st.binary(max_size=60) | EVENT.map(lambda event: json.dumps(event).encode()), max_size=6))
def test_a_log_of_anything_at_all_becomes_a_trajectory(
    lines: list[bytes], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.log"
    path.write_bytes(b"\n".join(lines))
    log = read_session(AgentOutput(path, path.parent))
    runs = [
        ShellRun(each.command, each.output, each.started_at, each.ended_at, each.exit_code) for each in log.commands
    ]
    identity = AgentIdentity("human", "1")
    build_session(runs, identity, prompt="", started_at=log.started_at, end=log.end).model_dump_json()


@pytest.mark.parametrize("value", ["\ud800", 10**400, True, {"a": []}])
def test_values_that_are_not_numbers_are_left_out(value: Any, tmp_path: Path) -> None:
    path = tmp_path / "log"
    event = {"type": "command", "command": value, "started": value, "exit_code": value, "output": value}
    path.write_text(json.dumps(event))
    (command,) = read_session(AgentOutput(path, tmp_path)).commands
    assert (command.started_at, command.exit_code) == (None, None)
    assert command.output in ("", "?")


def test_a_line_that_is_not_json_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text(json.dumps({"type": "command", "command": "ls", "exit_code": float("nan")}))
    assert read_session(AgentOutput(path, tmp_path)).commands == ()


BRIEFING = """\
A paragraph that is
written on two lines.

1. An item that goes on
   here.
2. Another.

```
code   stays
as it is
```

| a | b |
| - | - |
"""


def test_the_instruction_fits_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEADLINE", "2030-01-01T00:00:00+00:00")
    texts = SessionTexts("title", BRIEFING, "limits")
    wide, narrow = texts.instruction(200), texts.instruction(40)
    assert "A paragraph that is written on two lines." in wide
    assert "\ncode   stays\nas it is\n" in narrow
    assert "\n| a | b |\n| - | - |\n" in narrow
    assert "\n2. Another." in narrow
    assert "tools" not in wide
    assert "\ntools        lists the tools" in replace(texts, has_tools=True).instruction(200)
    plain = [line for line in narrow.splitlines() if "\x1b" not in line]
    assert max(map(len, plain)) < 40
