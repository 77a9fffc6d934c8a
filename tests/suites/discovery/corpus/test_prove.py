"""Proofs of tasks: those that are committed hold, and each kind of fault is found."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from headwater.suites.discovery.corpus import COMMUNITIES, community_named, generate, lake
from headwater.suites.discovery.corpus._notebooks import notebook_bytes
from headwater.suites.discovery.corpus._prove import prove
from headwater.suites.discovery.scoring import QuestionDifficulty, difficulty_of
from headwater.suites.discovery.tasks_source import (
    TASKS,
    CounterfeitSource,
    Lookalike,
    SourceTask,
    read_task,
    read_tasks,
)

FAST = ("city/city-harbor-rents", "city/city-winter-service-march", "hospital/hospital-energy-january")
LEAST_TASKS = 8


@pytest.fixture(scope="module")
def lakes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the datasets of the fast tasks, by community."""
    folder = tmp_path_factory.mktemp("lakes")
    needed: dict[str, set[str]] = {}
    for name in FAST:
        source = read_task(TASKS / name).source
        paths = {*source.targets, *(each.path for each in source.lookalikes)}
        paths |= {path for each in source.counterfeits for path in each.replace.values()}
        needed.setdefault(source.community, set()).update(path.partition("/")[0] for path in paths)
    for community, datasets in needed.items():
        generate(community_named(community), folder / community, datasets)
    return folder


@pytest.mark.parametrize("name", FAST)
def test_a_task_is_proven(name: str, lakes: Path) -> None:
    task = read_task(TASKS / name)
    assert prove(task, lakes / task.source.community / "datasets") == []


def test_each_fault_of_a_task_is_found(lakes: Path) -> None:
    task = read_task(TASKS / FAST[2])
    datasets = lakes / "hospital" / "datasets"
    (target,) = task.source.targets
    same = target.replace("_closed", "_copy")
    (datasets / same).write_bytes((datasets / target).read_bytes())

    def problems(**changes: object) -> list[str]:
        source = task.source.model_copy(update=changes)
        return [each.what for each in prove(replace(task, source=source), datasets)]

    assert problems(answer="1.00 GBP") == [
        f"the program on its targets gives '{task.source.answer}\\n'",
    ]
    twin = Lookalike.model_validate({"path": same, "for": target, "why": "a copy"})
    right = CounterfeitSource(name="right", gate="correct", why="is right", answer=task.source.answer)
    broken = CounterfeitSource(name="broken", gate="correct", why="fails", edit=(("energy:.2f", "enemy:.2f"),))
    assert problems(lookalikes=(twin,), counterfeits=(right, broken)) == [
        f"lookalike {same} gives the answer, '{task.source.answer}'",
        f"counterfeit right gives the answer, '{task.source.answer}'",
        "counterfeit broken fails: NameError: name 'enemy' is not defined",
    ]
    missing = Lookalike.model_validate({"path": "cost_centres/gone.csv", "for": target, "why": "not there"})
    assert problems(lookalikes=(missing,)) == ["cost_centres/gone.csv is not in the lake"]


def test_no_program_reads_a_file_that_is_not_a_target(lakes: Path) -> None:
    task = read_task(TASKS / FAST[1])
    first, *_ = task.source.targets
    source = task.source.model_copy(update={"targets": (first,), "lookalikes": (), "counterfeits": ()})
    (found,) = prove(replace(task, source=source), lakes / "city" / "datasets")
    assert found.what.startswith("the program on its targets gives FileNotFoundError")


@pytest.mark.parametrize("community", COMMUNITIES)
def test_a_community_has_enough_tasks_and_enough_hard_ones(community: str) -> None:
    tasks = read_tasks(community)
    assert len(tasks) >= LEAST_TASKS
    hard = [each for each in tasks if difficulty_of(each.program, len(each.source.targets)) is QuestionDifficulty.HARD]
    assert len(hard) >= len(tasks) / 4
    assert all(each.source.tier == "tier-3" for each in hard)


@pytest.mark.parametrize("community", COMMUNITIES)
def test_questions_name_no_file_and_no_dataset(community: str) -> None:
    for task in read_tasks(community):
        words = f"{task.source.question} {task.source.guidelines}".lower()
        for path in (*task.source.targets, *(each.path for each in task.source.lookalikes)):
            dataset, *_, name = path.lower().split("/")
            assert dataset not in words, task.source.id
            assert name not in words, task.source.id


@pytest.mark.parametrize("community", COMMUNITIES)
def test_numbers_of_tasks_come_from_cells_with_code(community: str) -> None:
    sources = community_named(community).sources
    notebook_sources = [task.source for task in read_tasks(community) if task.source.notebook]
    assert len(notebook_sources) >= LEAST_TASKS
    for source in notebook_sources:
        script = sources / source.notebook.replace(".ipynb", ".py")
        cells = json.loads(notebook_bytes(script.read_text("utf-8")))["cells"]
        assert source.cell is not None
        assert cells[source.cell]["cell_type"] == "code", source.id


def test_answers_differ() -> None:
    answers = Counter(task.source.answer for community in COMMUNITIES for task in read_tasks(community))
    assert [answer for answer, count in answers.items() if count > 1] == []


@pytest.mark.minutes
@pytest.mark.parametrize("community", COMMUNITIES)
def test_all_tasks_of_a_community_are_proven(community: str, tmp_path: Path) -> None:
    datasets = lake(community_named(community), tmp_path) / "datasets"
    tasks: tuple[SourceTask, ...] = read_tasks(community)
    assert [str(problem) for task in tasks for problem in prove(task, datasets)] == []
