from __future__ import annotations

from pathlib import Path

import pytest

from headwater.errors import UserError
from headwater.suites import all_suites, find_tasks, suite_folder
from headwater.tasks import scaffold_task


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder with a suite of two tasks."""
    monkeypatch.chdir(tmp_path)
    for name in ("second", "first"):
        scaffold_task(tmp_path / "mine" / name, "mine")
    (tmp_path / "empty").mkdir()
    return tmp_path


def refs(*names: str) -> list[str]:
    return [task.ref for task in find_tasks(names)]


def test_pipelines_is_a_suite() -> None:
    assert "pipelines" in all_suites()
    assert suite_folder("pipelines").is_dir()


def test_a_built_in_suite_is_all_of_its_tasks() -> None:
    found = refs("pipelines")
    assert "pipelines/broken-connection" in found
    folders = [path for path in suite_folder("pipelines").iterdir() if path.is_dir() and path.name[0] not in "._"]
    assert len(found) == len(folders)


def test_one_task_of_a_built_in_suite() -> None:
    assert refs("pipelines/broken-connection") == ["pipelines/broken-connection"]


@pytest.mark.parametrize("name", ["mine", "mine/", "./mine", "../{here}/mine"])
def test_a_folder_of_tasks_is_a_suite(folder: Path, name: str) -> None:
    assert refs(name.format(here=folder.name)) == ["mine/first", "mine/second"]


def test_a_task_by_its_path(folder: Path) -> None:
    assert refs("mine/second") == refs(str(folder / "mine/second/")) == ["mine/second"]
    assert find_tasks(["mine/second"])[0].folder == folder / "mine/second"


def test_the_folder_itself_can_be_the_task(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder / "mine/first")
    assert refs(".") == ["mine/first"]


def test_each_task_comes_once_in_the_order_given(folder: Path) -> None:
    assert refs("mine/second", "mine", str(folder / "mine/first")) == ["mine/second", "mine/first"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere", r"nowhere: no such suite or folder; the suites are .*pipelines"),
        ("pipelines/nothing", r"pipelines/nothing: no such task; pipelines has .*broken-connection"),
        ("mine/third", r"mine/third: no such suite or folder"),
        ("empty", r"empty: there are no tasks; `headwater new empty/my-task` makes one"),
        ("", r"an empty name; give a suite, a task or a folder; the suites are .*pipelines"),
        ("/", r"an empty name"),
    ],
)
def test_an_unknown_name_is_one_clear_line(name: str, message: str) -> None:
    with pytest.raises(UserError, match=message) as refused:
        find_tasks([name])
    assert "\n" not in str(refused.value)


def test_two_tasks_of_one_name_are_refused(folder: Path) -> None:
    # Results are identified by suite/task, so the copy would be mistaken for the original.
    scaffold_task(folder / "copies/first", "mine")
    with pytest.raises(UserError, match=r"mine/first: is the name of .*/mine/first and of .*/copies/first"):
        find_tasks(["mine/first", "copies/first"])
