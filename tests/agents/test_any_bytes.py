"""Whatever bytes an agent prints and leaves, its log is parsed without an error, into values that can be stored."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.properties import any_json, any_object, hostile_bytes, reader_cases

from headwater.agents import AgentOutput, ToolTimes, model_agents
from headwater.agents._values import line, money
from headwater.agents.custom import Custom
from headwater.gateway import Totals
from headwater.trajectories import reconcile

pytestmark = pytest.mark.minutes

_NAMES = """
type id part message content role result subtype is_error usage stats models modelUsage costBasis total_cost_usd error
data name reason stopReason errorMessage tokens cache read write input output inputTokens outputTokens cacheRead
input_tokens cached_input_tokens output_tokens prompt_tokens completion_tokens prompt_tokens_details token_usages
usage_to_metrics agent execution_status info exit_status messages extra response timestamp returncode tool_calls
tool_call_id toolCallId callID state time start end metadata exit payload call_id started ended
exit_code terminal_reason
"""
_WORDS = """
result success turn.completed turn.failed message_end assistant toolResult toolCall stop length aborted
step_finish error
tool tool_use tool_result model end completed function_call function_call_output list Submitted finished stats exit
2026-11-20T00:00:00Z 0001-01-01T00:00:00+14:00 9999-12-31T23:59:59-14:00 call_1 call_2 1e999 1e-999999999
"""
EVENTS = any_object([*_NAMES.split(), "type", "type"], _WORDS.split())
FILES = (
    ".claude/projects/p/s.jsonl",
    ".codex/sessions/s.jsonl",
    ".mini/trajectory.json",
    ".openhands/conversations/1/base_state.json",
    ".pi/agent/sessions/s.jsonl",
)
AGENTS = [*(kind("m") for kind in model_agents().values()), Custom("", "agent {instruction}")]


@pytest.fixture(scope="module")
def output_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder to which each case is written."""
    folder = tmp_path_factory.mktemp("left")
    for name in FILES:
        (folder / "kept" / name).parent.mkdir(parents=True)
    return folder


def read_all(log: Path, kept_folder: Path) -> None:
    """Parse the output with the parser of every agent."""
    for agent in AGENTS:
        output = AgentOutput(log, kept_folder, 1)
        report = agent.report(output)
        assert report.model_validate_json(report.model_dump_json()) == report
        assert len(report.detail.splitlines()) <= 1
        assert all("\n" not in str(each) for each in reconcile(report, Totals()))
        times = ToolTimes()
        agent.note_tools(output, times)
        for event in times.events():
            assert all(at is None or at.timestamp() > 0 for at in (event.started_at, event.ended_at))
    complaint = AgentOutput(log, kept_folder).complaint()
    assert complaint.isprintable()


@reader_cases
@given(st.lists(hostile_bytes(EVENTS), max_size=4), hostile_bytes(EVENTS), st.integers(0, len(FILES) - 1))
def test_logs_of_agents(output_folder: Path, printed: list[bytes], content: bytes, file_index: int) -> None:
    (output_folder / "agent.log").write_bytes(b"\n".join(printed))
    (output_folder / "agent.err").write_bytes(printed[-1] if printed else b"")
    path = output_folder / "kept" / FILES[file_index]
    path.write_bytes(content)
    read_all(output_folder / "agent.log", output_folder / "kept")
    path.unlink()


@reader_cases
@given(any_json(["a"], ["1e5", "-1", "sNaN", "1_0", " 2 "]))
def test_values_of_logs(value: object) -> None:
    amount = money(value)
    assert amount is None or 0 <= amount <= 10**12
    assert line(value).isprintable()


def test_long_paths_and_special_files_are_ignored(tmp_path: Path) -> None:
    kept_folder = tmp_path / "kept"
    for name in FILES:
        (kept_folder / name).mkdir(parents=True)
    (kept_folder / ".claude/projects/link.jsonl").symlink_to("/etc/passwd")
    os.mkfifo(kept_folder / ".claude/projects/pipe.jsonl")
    deep = os.open(kept_folder / ".claude/projects", os.O_RDONLY)
    for _ in range(30):  # longer than the maximum length of a path
        os.mkdir("d" * 200, dir_fd=deep)
        inner = os.open("d" * 200, os.O_RDONLY, dir_fd=deep)
        os.close(deep)
        deep = inner
    os.close(os.open("s.jsonl", os.O_CREAT | os.O_WRONLY, dir_fd=deep))
    os.close(deep)
    (tmp_path / "agent.log").write_bytes(b"\xff\xfe")

    read_all(tmp_path / "agent.log", kept_folder)

    assert AgentOutput(tmp_path / "agent.log", kept_folder).files(".claude/projects/**/*.jsonl") == []


@pytest.mark.parametrize(
    ("printed", "complaint"),
    [
        (b'Traceback (most recent call last):\n  File "a"\nValueError: no luck\n', "ValueError: no luck"),
        (b"one\ntwo\r\n\x1b[31mred\x00", "one two [31mred"),
        (b"\xff" * 5, "\ufffd" * 5),
        (b"", ""),
    ],
)
def test_a_complaint_is_one_line_and_no_traceback(tmp_path: Path, printed: bytes, complaint: str) -> None:
    (tmp_path / "agent.err").write_bytes(printed)

    assert AgentOutput(tmp_path / "agent.log", tmp_path).complaint() == complaint
