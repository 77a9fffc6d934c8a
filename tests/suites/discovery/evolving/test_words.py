"""Rewordings of a question, and siblings of its files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.suites.discovery.evolving.test_evolve import bench
from tests.suites.discovery.reviewing.drafted import TARGET, reviewable

from headwater.errors import UnsupportedError
from headwater.suites.discovery.evolving import harder
from headwater.suites.discovery.evolving._siblings import siblings
from headwater.suites.discovery.evolving._words import with_aliases, without_hints
from headwater.suites.discovery.solvers import DataFile

TASK = reviewable("north").task
FILE = DataFile(TARGET, 100, ("day", "coast", "wave_height"))


def test_hints_are_removed() -> None:
    question = "What is the mean depth (in metres) where coast is north and wave height is more than 2?"
    assert [each.question for each in without_hints(question, [FILE])] == [
        "What is the mean depth where coast is north and wave height is more than 2?",
        "What is the mean depth (in metres) for north and wave height is more than 2?",
    ]


def test_aliases_come_from_documents_and_from_a_list() -> None:
    question = "What is the largest wave height on each day?"
    documents = "| wave_height | Level of the sea |\n`day`: date of the reading\ncoast: code_2\n"
    assert [each.question for each in with_aliases(question, [FILE], documents)] == [
        "What is the largest level of the sea on each day?",
        "What is the largest wave height on each date of the reading?",
        "What is the highest wave height on each day?",
    ]


def test_a_question_about_a_sibling_has_the_word_that_differs() -> None:
    (added,) = siblings(TASK)
    assert added.question == "What is the mean height where coast is north, in 2023?"
    assert "/data/tide_gauges/heights_2023.csv" in added.program
    of_2024 = replace(TASK, source=TASK.source.model_copy(update={"question": "How high was it in 2024?"}))
    (replaced,) = siblings(of_2024)
    assert replaced.question == "How high was it in 2023?"
    (lookalike,) = TASK.source.lookalikes
    far = lookalike.model_copy(update={"path": "depths/other_2023.csv"})
    assert list(siblings(replace(TASK, source=TASK.source.model_copy(update={"lookalikes": (far,)})))) == []


@pytest.mark.parametrize(
    ("question", "problem"),
    [
        ("", "has no question"),
        (TASK.source.question, "has the same words"),
        ("How high is heights 2024 in the north?", "names 'heights_2024', which gives"),
        ("How high is it on this coast?", "does not say 'north' any more"),
    ],
)
def test_words_that_break_a_rule_are_refused(question: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError) as raised:
        harder(TASK, question, TASK.program, "test", bench(tmp_path))
    assert raised.value.what.startswith(problem)


def test_rewording_keeps_everything_else(tmp_path: Path) -> None:
    reworded_task = harder(TASK, "How high is it for north?", TASK.program, "test", bench(tmp_path))
    assert reworded_task.source.model_copy(update={"question": TASK.source.question}) == TASK.source
    assert reworded_task.program == TASK.program


@pytest.mark.parametrize(
    ("program", "problem"),
    [
        ("print(", "is no Python"),
        ("print(1)", "has a program that reads no data"),
        ("open('/data/tide_gauges/none.csv')", "has a program that reads tide_gauges/none.csv"),
    ],
)
def test_a_program_that_cannot_be_used_is_refused(program: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError) as raised:
        harder(TASK, "How high is it for north?", program, "test", bench(tmp_path))
    assert raised.value.what.startswith(problem)
