"""Solvers on real data: without a model, and any agent."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from headwater.errors import NotFoundError
from headwater.suites.discovery.evolving import Agents, AgentSolver, Bench, SolverWithoutModel
from headwater.suites.discovery.tasks_source import SourceTask

TARGET = "sales_2024/sales_corrected.csv"


def test_a_solver_without_a_model_runs_the_right_program_on_its_files(total: SourceTask, bench: Bench) -> None:
    source = total.source.model_copy(update={"question": "What do the corrected sales of 2024 say of the harbour?"})
    found = SolverWithoutModel("keywords").solve(replace(total, source=source), bench, "0")
    assert (found.is_solved, found.files, found.answer) == (True, (TARGET,), total.source.answer)
    missed = SolverWithoutModel("largest").solve(total, bench, "0")
    assert not missed.is_solved
    assert missed.files != (TARGET,)


@pytest.mark.minutes
def test_an_agent_attempts_a_question_in_a_trial(total: SourceTask, bench: Bench, tmp_path: Path) -> None:
    agents = Agents(tmp_path / "trials", allow_weak_isolation=True)
    right = AgentSolver("oracle", agents).solve(total, bench, "0-0")
    assert right.is_solved
    assert right.failure == ""
    wrong = AgentSolver("counterfeit:superseded", agents).solve(total, bench, "0-1")
    assert not wrong.is_solved
    assert wrong.answer.endswith(total.source.answer) or total.source.answer in wrong.answer
    again = AgentSolver("oracle", agents).solve(total, bench, "0-0")
    assert again == right
    assert [path.name for path in (tmp_path / "trials/0-0").glob("job-*")] == ["job-1"]
    with pytest.raises(NotFoundError, match="no such agent"):
        AgentSolver("nobody:x", agents).solve(total, bench, "0-2")
