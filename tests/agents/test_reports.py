"""Agents' own logs are a second source of figures, and their content can do no harm."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from headwater.agents import AgentOutput, ToolTimes, model_agents
from headwater.records import AgentEnd, AgentReport, Usage

Report = Callable[..., AgentReport]
HOSTILE: list[Any] = [
    {},
    {"type": "result"},
    {"type": "result", "usage": [], "modelUsage": {"m": 1}, "stats": "x", "result": {"a": 1}, "subtype": 7},
    {"type": "result", "subtype": "success", "is_error": "no", "usage": {"input_tokens": -5, "output_tokens": True}},
    {"type": "turn.failed", "error": ["x"], "usage": {"input_tokens": "many"}},
    {"type": "message_end", "message": {"role": "assistant", "usage": None, "stopReason": ["stop"]}},
    {"type": "step_finish", "part": {"tokens": {"cache": 3}}},
    {"type": "model", "usage": {"input": -1}},
    {"type": "tool", "id": 3, "started": "never", "ended": 1e400, "exit_code": "many"},
    {"type": "tool_use", "part": {"callID": "c", "state": {"time": {"start": "x", "end": []}, "metadata": 1}}},
    {"type": "error", "error": {"data": {"message": "x\n" * 10_000}}},
]


@pytest.fixture
def report(tmp_path: Path) -> Report:
    def read(kind: str, *events: Any, exit_code: int | None = 0, **files: Any) -> AgentReport:
        log = tmp_path / "agent.log"
        log.write_text("".join(f"{json.dumps(event)}\n" for event in events))
        for name, content in files.items():
            path = tmp_path / "kept" / FILES[name]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(content))
        return model_agents()[kind]("m").report(AgentOutput(log, tmp_path / "kept", exit_code))

    return read


FILES = {"mini": ".mini/trajectory.json", "openhands": ".openhands/conversations/1/base_state.json"}


@pytest.mark.parametrize("kind", sorted(model_agents()))
def test_no_log_is_a_silent_end(report: Report, kind: str) -> None:
    assert report(kind).end is AgentEnd.SILENT


@pytest.mark.parametrize("kind", sorted(model_agents()))
@pytest.mark.parametrize("event", HOSTILE, ids=range(len(HOSTILE)))
def test_a_strange_log_is_neither_a_completion_nor_a_crash(
    report: Report, kind: str, event: Any, tmp_path: Path
) -> None:
    found = report(kind, event, mini={"info": event, "messages": [event, 1]}, openhands={"stats": event})
    assert found.end is not AgentEnd.COMPLETED
    model_agents()[kind]("m").note_tools(AgentOutput(tmp_path / "agent.log", tmp_path / "kept"), ToolTimes())
    assert len(found.detail) < 500
    assert "\n" not in found.detail


def test_lines_that_are_not_objects_are_skipped(tmp_path: Path) -> None:
    log = tmp_path / "agent.log"
    log.write_bytes(b'noise\n[1]\n{"a": \n\xff\xfe{\n' + b'{"x":' * 5000 + b'\n{"type": "kept"}\n')
    assert list(AgentOutput(log, tmp_path).events()) == [{"type": "kept"}]


RESULTS = [
    ({"subtype": "success", "is_error": False, "terminal_reason": "completed"}, AgentEnd.COMPLETED),
    ({"subtype": "success", "is_error": True, "terminal_reason": "api_error"}, AgentEnd.ERROR),
    ({"subtype": "error_max_turns", "is_error": True}, AgentEnd.LIMIT),
    ({"subtype": "error_during_execution", "terminal_reason": "aborted_tools"}, AgentEnd.ABORTED),
]


def test_claude_codes_own_usage_leaves_subagents_out(report: Report) -> None:
    counts = {"inputTokens": 700, "cacheReadInputTokens": 250, "cacheCreationInputTokens": 50, "outputTokens": 90}
    result = {"subtype": "success", "is_error": False, "usage": {"input_tokens": 1, "output_tokens": 1}}
    found = report("claude-code", {"type": "result", **result, "modelUsage": {"big": counts, "small": counts}})
    assert found.usage == Usage(input=2000, cached=500, cache_write=100, output=180)


@pytest.mark.parametrize(("result", "end"), RESULTS)
def test_claude_codes_success_is_not_always_one(report: Report, result: dict[str, Any], end: AgentEnd) -> None:
    assert report("claude-code", {"type": "result", **result}).end is end


def test_claude_codes_guess_at_a_price_is_not_kept(report: Report) -> None:
    result = {"type": "result", "subtype": "success", "is_error": False, "total_cost_usd": 0.02}
    guessed = report("claude-code", {**result, "modelUsage": {"m": {"costBasis": "unknown"}}})
    listed = report("claude-code", {**result, "modelUsage": {"m": {"costBasis": "list"}}})
    assert (guessed.cost_usd, str(listed.cost_usd)) == (None, "0.02")


def test_the_exit_code_of_pi_is_ignored(report: Report) -> None:
    message = {"role": "assistant", "stopReason": "error", "errorMessage": "401 no key", "usage": {}}
    found = report("pi", {"type": "message_end", "message": message}, exit_code=0)
    assert (found.end, found.detail) == (AgentEnd.ERROR, "401 no key")


def test_mini_stops_at_a_limit_with_exit_code_0(report: Report) -> None:
    assert report("mini-swe-agent", mini={"info": {"exit_status": "LimitsExceeded"}}).end is AgentEnd.LIMIT


# Cursor's CLI is in no package registry and was never run here; these events are from its documentation.
CURSOR = [
    {"type": "system", "subtype": "init", "apiKeySource": "env", "cwd": "/workspace", "session_id": "s", "model": "m"},
    {"type": "user", "message": {"role": "user", "content": [{"type": "text", "text": "do it"}]}, "session_id": "s"},
    {"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": "done"}]}},
    {"type": "tool_call", "subtype": "started", "call_id": "c", "tool_call": {"readToolCall": {"args": {"path": "a"}}}},
]


def test_cursors_documented_stream(report: Report) -> None:
    done = {"type": "result", "subtype": "success", "is_error": False, "duration_ms": 5, "result": "done"}
    assert report("cursor", *CURSOR, done).end is AgentEnd.COMPLETED
    assert report("cursor", *CURSOR).end is AgentEnd.SILENT  # a failed run has no final event
