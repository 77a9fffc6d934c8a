"""Questions are proven when they are built, and each becomes a task that proves itself."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from tests.suites.discovery.conftest import SmallSuite
from tests.suites.discovery.lake import COMMUNITY, TOTAL, questions

from headwater.records import PromptVariant
from headwater.suites.discovery.building import build_tasks, tasks_folder
from headwater.suites.discovery.tasks_source import SourceTask, TaskSource
from headwater.tasks import read_tasks

TARGET = "sales_2024/sales_corrected.csv"


def problems(suite: SmallSuite, changes: dict[str, Any]) -> tuple[str, ...]:
    """Build one question with changes, and return what is wrong with it."""
    first = questions()[0]
    program = changes.pop("program", first.program)
    source = first.source.model_dump(by_alias=True) | {"id": "shops-changed"} | changes
    changed = SourceTask(TaskSource.model_validate(source), program)
    return build_tasks(suite.home, {COMMUNITY: suite.lake}, [changed], print, threading.Event()).problems


def test_every_question_becomes_a_task(small_suite: SmallSuite) -> None:
    assert small_suite.built.problems == ()
    tasks = {task.config.id: task for task in read_tasks(tasks_folder(small_suite.home))}
    assert set(tasks) == {"shops-harbour-total", "shops-best-district"} == set(small_suite.built.tasks)
    task = tasks["shops-best-district"]
    assert TARGET not in task.instruction(PromptVariant.BASELINE)
    informed = task.instruction(PromptVariant.INFORMED)
    assert f"/data/{TARGET}" in informed
    assert "/data/shops/shops.json" in informed


def test_changed_data_have_another_answer(small_suite: SmallSuite) -> None:
    (folder,) = (small_suite.home / "discovery/proofs").glob("shops-harbour-total-*")
    text = (folder / "proof.json").read_text()
    assert text.count('"answer"') == 1
    assert f"{TARGET} with rows in another order and values exchanged between rows and 20% of the rows left out" in text
    assert questions()[0].source.answer not in text
    assert sorted(path.name for path in folder.iterdir()) == ["changed", "proof.json"]


def test_fixed_files_do_not_change(own_copy: SmallSuite) -> None:
    second = questions()[1].source
    fields = {"targets": second.targets, "fixed": (TARGET,), "guidelines": second.guidelines, "answer": second.answer}
    assert problems(own_copy, {**fields, "program": questions()[1].program}) == ()
    (folder,) = (own_copy.home / "discovery/proofs").glob("shops-changed-*")
    assert "shops/shops.json with" in (folder / "proof.json").read_text()
    assert TARGET not in (folder / "proof.json").read_text()
    assert not (folder / "changed" / TARGET).exists()


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"answer": "1.00"}, "shops-changed: on all data, the reference program gives "),
        ({"program": "raise SystemExit('no')"}, "shops-changed: on all data, the reference program gives no"),
        (
            {"targets": (TARGET, "shops/shops.json")},
            f"shops-changed: the reference program reads ['{TARGET}'], not its targets",
        ),
        ({"targets": (TARGET, "sales_2024/none.csv")}, "shops-changed: the file none.csv does not exist at its path"),
        (
            {"lookalike": [{"path": "sales_2024/copy.txt", "for": TARGET, "why": "the same"}]},
            f"shops-changed: sales_2024/copy.txt gives the same answer as {TARGET}",
        ),
        ({"community": "moon"}, "shops-changed: there is no community moon"),
        (
            {"program": TOTAL.replace("print(f", "_ = (f") + f"print('{questions()[0].source.answer}')\n"},
            "shops-changed: sales_2023/sales_corrected.csv gives the same answer as",
        ),
    ],
)
def test_an_unproven_question_is_no_task(own_copy: SmallSuite, changes: dict[str, Any], problem: str) -> None:
    (found,) = problems(own_copy, dict(changes))
    assert found.startswith(problem)


def test_proofs_are_cached(own_copy: SmallSuite) -> None:
    messages: list[str] = []
    build_tasks(own_copy.home, {COMMUNITY: own_copy.lake}, questions(), messages.append, threading.Event())
    assert messages == []
