"""Tests of the record of proven tasks."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.jobs.conftest import MakeTask

from headwater.errors import FileAccessError, InvalidFileError
from headwater.jobs import changed_tasks, record_proofs
from headwater.suites import find_tasks
from headwater.tasks import Task


@pytest.fixture
def tasks(make_task: MakeTask) -> list[Task]:
    return find_tasks([str(make_task(name)) for name in ("one", "two")])


@pytest.mark.parametrize("changed", ["instruction.md", "checks.py", "solution/solve.sh", "counterfeits/lazy/solve.sh"])
def test_a_task_is_to_be_proven_again_when_any_of_its_files_changes(tasks: list[Task], changed: str) -> None:
    assert changed_tasks(tasks) == tasks
    record_proofs(tasks)
    assert changed_tasks(tasks) == []
    path = tasks[0].folder / changed
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        file.write("\n# otherwise\n")
    assert changed_tasks(tasks) == tasks[:1]


def test_the_record_keeps_other_tasks_and_forgets_those_that_are_gone(tasks: list[Task]) -> None:
    folder = tasks[0].folder.parent
    record_proofs(tasks[:1])
    record_proofs(tasks[1:])
    assert set(json.loads((folder / "proven.json").read_text())) == {"one", "two"}
    shutil.rmtree(tasks[0].folder)
    record_proofs(tasks[1:])
    assert set(json.loads((folder / "proven.json").read_text())) == {"two"}


@pytest.mark.parametrize("content", ["{", "[]", '{"one": 1}'])
def test_an_invalid_record_of_proofs_is_reported(tasks: list[Task], content: str) -> None:
    record = tasks[0].folder.parent / "proven.json"
    record.write_text(content)
    with pytest.raises(InvalidFileError, match=r"proven\.json: is not .*; remove it, and run"):
        changed_tasks(tasks)


def test_a_record_that_cannot_be_written_is_named(tasks: list[Task]) -> None:
    record: Path = tasks[0].folder.parent / "proven.json"
    record.symlink_to("missing/proven.json")
    with pytest.raises(FileAccessError, match=r"proven\.json: cannot be written: No such file"):
        record_proofs(tasks)
