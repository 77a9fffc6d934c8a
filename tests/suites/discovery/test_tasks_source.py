"""Reading task folders, with one line for each fault."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from headwater.errors import InvalidTaskError, NotFoundError
from headwater.suites.discovery.tasks_source import read_task, read_tasks

HERE = Path(__file__).parent / "questions_of_tests"
ID = "city-canal-bridge-bikes"


@pytest.fixture
def task(tmp_path: Path) -> Path:
    """Return a copy of a valid task."""
    return Path(shutil.copytree(HERE / "city" / ID, tmp_path / "city" / ID))


def test_a_task_is_read(task: Path) -> None:
    read = read_task(task)
    assert read.source.id == ID
    assert read.source.answer.endswith(" bicycles")
    assert len(read.source.targets) == 2
    assert all(target in read.program for target in read.source.targets)
    assert read.source.lookalikes[0].target in read.source.targets
    old, both = read.source.counterfeits[:2]
    assert "maintenance_240131" not in old.program(read.program)
    assert both.program(read.program) != read.program
    assert [each.source.id for each in read_tasks("city", task.parents[1])] == [ID]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "', 'titel = "', "title: Field required"),
        ("tier-2", "tier-9", "tier: Input should be 'tier-1', 'tier-2' or 'tier-3'"),
        ('id = "city-', 'id = "town-', "is of city/town-canal-bridge-bikes; name the folders as community and id"),
        ("targets = [\n", 'targets = [\n  "/etc/passwd",\n', "targets.0: '/etc/passwd' is not <dataset>/<path>"),
        ("targets = [\n", 'targets = [\n  "a/../b",\n', "targets.0: 'a/../b' is not <dataset>/<path>"),
        ("cell = 6\n", "", "notebook and cell belong together"),
        ('name = "cars"', 'name = "old-records"', "two counterfeits have the same name"),
        ('for = "bike', 'for = "mike', "which is not a target"),
        ('gate = "correct"', 'gate = "pretty"', "counterfeit.0.gate: Input should be"),
        ('\nanswer = "', '\nanswer = ["', "is not TOML"),
    ],
)
def test_a_fault_is_one_line(task: Path, old: str, new: str, message: str) -> None:
    path = task / "task.toml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(InvalidTaskError) as caught:
        read_task(task)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")
    assert "\n" not in str(caught.value)


def test_a_counterfeit_needs_exactly_one_way(task: Path) -> None:
    path = task / "task.toml"
    path.write_text(path.read_text("utf-8") + 'edit = [["a", "b"]]\n', "utf-8")
    with pytest.raises(InvalidTaskError, match="counterfeit 'cars' needs one of replace, edit and answer"):
        read_task(task)


def test_a_counterfeit_replaces_what_the_program_has(task: Path) -> None:
    program = task / "program.py"
    program.write_text(program.read_text("utf-8").replace("maintenance_240131", "maintenance_240201"), "utf-8")
    with pytest.raises(
        InvalidTaskError, match=r"counterfeit 'old-records' replaces '/data/.*', which program.py does not"
    ):
        read_task(task)


def test_a_missing_file_or_community_is_named(task: Path) -> None:
    (task / "program.py").unlink()
    with pytest.raises(NotFoundError, match=r"program\.py"):
        read_task(task)
    with pytest.raises(NotFoundError, match="atlantis: has no tasks"):
        read_tasks("atlantis", task.parents[1])
