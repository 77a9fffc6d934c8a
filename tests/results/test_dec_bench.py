"""Result files and tables of DEC Bench as rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from headwater.errors import UserError
from headwater.results import read_dec_bench

RUN: dict[str, Any] = {
    "run_id": "foo-1773430646",
    "scenario": "foo",
    "agent": "codex",
    "model": "gpt-5.4",
    "harness": "base-rt",
    "version": "v0.1.0",
    "highest_gate": 1,
    "normalized_score": 1 / 3,
    "gates": {
        "functional": {"passed": True, "score": 1, "core": {"clean": True}, "scenario": {"exists": True}},
        "correct": {"passed": False, "score": 0.5, "core": {"safe": True}, "scenario": {"rows": True, "sum": False}},
        "robust": {"passed": False, "score": 0, "core": {}, "scenario": {}},
    },
    "efficiency": {
        "llmApiCostUsd": 0.6134565,
        "wallClockSeconds": 60,
        "inputTokens": 205775,
        "cachedInputTokens": 165376,
        "outputTokens": 3845,
    },
    "run_metadata": {"persona": "naive"},
}


def _write(folder: Path, run: dict[str, Any], name: str = "foo.json") -> Path:
    (folder / name).write_text(json.dumps(run))
    return folder


def test_a_result_file_is_scored_again(tmp_path: Path) -> None:
    (tmp_path / "foo.trace.json").write_text('{"highest_gate": "not a result"}')
    read = read_dec_bench(_write(tmp_path, RUN))
    assert read.problems == ()
    (row,) = read.rows
    assert (row.task, row.agent, row.harness, row.prompt, row.repeat) == (
        "dec-bench/foo", "codex", "base-rt", "baseline", 1,
    )  # fmt: skip
    assert row.dec_bench_score == pytest.approx(1 / 3)  # (1 + 2 of 3 assertions) / 5
    assert row.score == pytest.approx(0.3)  # (1 + 1 of 2 task checks) / 5
    assert (row.gates_cleared, row.functional, row.correct) == (1, True, False)
    assert row.failed_checks == ("correct.sum",)
    assert (row.cost_usd, row.input_tokens, row.cached_tokens) == (0.6134565, 205775, 165376)
    assert row.started_at
    assert row.started_at.isoformat() == "2026-03-13T19:37:26+00:00"


def test_a_published_score_that_contradicts_its_assertions_is_left_out(tmp_path: Path) -> None:
    read = read_dec_bench(_write(tmp_path, {**RUN, "normalized_score": 0.4}))
    assert read.rows == ()
    assert "says 0.4000, and its assertions give 0.3333; left out" in str(read.problems[0])


def test_a_damaged_result_file_is_named(tmp_path: Path) -> None:
    read = read_dec_bench(_write(_write(tmp_path, RUN), {"highest_gate": 9}, "bad.json"))
    assert len(read.rows) == 1
    assert "bad.json: run_id: Field required; left out" in str(read.problems[0])


def test_cost_is_priced_once(tmp_path: Path) -> None:
    (row,) = read_dec_bench(_write(tmp_path, RUN), recount_cost=True).rows
    assert row.cost_usd == pytest.approx(((205775 - 165376) * 2.5 + 165376 * 0.25 + 3845 * 15) / 1e6)


def test_cached_tokens_of_cursors_older_model_are_in_its_input(tmp_path: Path) -> None:
    used = {"llmApiCostUsd": 4.65072, "inputTokens": 1176160, "cacheReadTokens": 993920, "outputTokens": 10645}
    older = {**RUN, "agent": "cursor", "model": "composer", "efficiency": used}
    (row,) = read_dec_bench(_write(tmp_path, older), recount_cost=True).rows
    assert (row.input_tokens, row.cached_tokens) == (1176160, 993920)
    assert row.cost_usd == pytest.approx(((1176160 - 993920) * 3.5 + 993920 * 0.35 + 10645 * 17.5) / 1e6)


def test_the_cost_of_a_result_that_was_written_by_hand_is_unknown(tmp_path: Path) -> None:
    by_hand = {**RUN, "result_kind": "synthetic-timeout", "efficiency": {"llmApiCostUsd": 0, "wallClockSeconds": 600}}
    (row,) = read_dec_bench(_write(tmp_path, by_hand)).rows
    assert (row.status, row.cost_usd, row.agent_sec) == ("agent_timeout", None, 600)


def test_repeats_are_counted(tmp_path: Path) -> None:
    for second in range(3):
        _write(tmp_path, {**RUN, "run_id": f"foo-177343064{second}"}, f"{second}.json")
    assert [row.repeat for row in read_dec_bench(tmp_path).rows] == [1, 2, 3]


def test_tokens_that_were_never_counted_are_unknown(tmp_path: Path) -> None:
    (row,) = read_dec_bench(_write(tmp_path, {**RUN, "agent": "claude-code"})).rows
    assert (row.input_tokens, row.cost_usd) == (None, 0.6134565)


def test_a_line_that_cannot_be_is_named(tmp_path: Path) -> None:
    head = "run_id,scenario,agent,model,harness,persona,highest_gate,normalized_score"
    lines = ["a-1,foo,cursor,m,base,naive,4,0.95", "b-1,foo,cursor,m,base,naive,7,0.95"]
    (tmp_path / "runs.csv").write_text("\n".join([head, *lines]))
    read = read_dec_bench(tmp_path / "runs.csv")
    assert [row.gates_cleared for row in read.rows] == [4]
    assert read.rows[0].cost_usd is None
    assert "runs.csv:3: highest_gate: Input should be less than or equal to 5; left out" in str(read.problems[0])


def test_a_file_that_is_not_a_result_of_dec_bench_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    for path, message in (
        (tmp_path, "no result file"),
        (tmp_path / "none", "neither a folder"),
        (tmp_path / "other.csv", "no column agent, harness"),
    ):
        with pytest.raises(UserError, match=message):
            read_dec_bench(path)
