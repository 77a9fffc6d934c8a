"""The published figures of DEC Bench, recomputed from its runs, and the page that shows them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.analysis.build import message

from headwater.analysis import TrialTable, efficiency, items, lift, summarize, to_table
from headwater.results import read_dec_bench

ROOT = Path(__file__).parents[2]
RUNS = ROOT / "tests/analysis/data/dec-bench-published.csv"
MEASURE = "dec_bench_score"


@pytest.fixture(scope="module")
def published() -> TrialTable:
    read = read_dec_bench(RUNS)
    assert read.problems == ()
    return TrialTable(to_table(read.rows))


def test_the_page_contains_the_output_of_the_example() -> None:
    command = [sys.executable, "examples/dec_bench/reproduce.py", str(RUNS.relative_to(ROOT))]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=400).stdout
    assert printed == (ROOT / "docs/reproduction.md").read_text()


def test_the_page_has_the_present_figures() -> None:
    page = " ".join((ROOT / "docs/reproduction.md").read_text().split())
    for figure in (
        "90.4%, 78.4%, 15.2%", "20.7% (Codex)", "p = 0.0841", "0.9733 to 0.9867, p = 0.0032",
        "56.3 points, p = 0.0138", "19 points, Kruskal-Wallis p = 0.91", "21 of 32 tasks", "66 trials",
        "cost $12.89 and not $113.95 (8.8 times", "| Codex | $2.88 | $0.37 |", "cost $10.05 and not $22.60",
        "98; 67.3%, 14.3%, 8.2%", "$0.248 to $0.319, p = 0.0103", "$0.237 to $0.584; $2.575 to $8.130",
    ):  # fmt: skip
        assert figure in page


def test_gate_attrition_as_published(published: TrialTable) -> None:
    group = summarize(published, [], measure=MEASURE).groups[0]
    assert [round(100 * (gate.value or 0)) for gate in group.gates] == [90, 86, 82, 78, 15]
    assert group.trials == 125


def test_medians_of_cost_and_time_as_published(published: TrialTable) -> None:
    groups = {group.label: group for group in efficiency(published, measure=MEASURE).groups}
    medians = {
        agent: [(round(each.cost_usd or 0, 2), each.agent_sec, each.trials) for each in groups[agent].medians]
        for agent in groups
    }
    assert [medians["cursor"][gates] for gates in (0, 1, 4, 5)] == [
        (0.19, 132, 35), (0.18, 134.5, 34), (0.15, 129, 29), (0.20, 167, 5),
    ]  # fmt: skip
    assert [medians["claude-code"][gates][0] for gates in (0, 1, 4, 5)] == [0.31, 0.31, 0.32, 0.45]
    assert [medians["codex"][gates][2] for gates in (0, 1, 4, 5)] == [29, 24, 21, 6]


def test_the_guards_speak(published: TrialTable) -> None:
    assert "harness is confounded with task" in message(summarize(published, ["harness"], measure=MEASURE).notes)
    assert all(contrast.difference is None for contrast in lift(published, "harness", measure=MEASURE))
    assert "uses_env_vars: no trial has passed it on 21 of 32 tasks" in message(items(published, measure=MEASURE).notes)
