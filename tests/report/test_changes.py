from __future__ import annotations

import os
from pathlib import Path

import pytest

from headwater.report._changes import FileDifference, read_changes
from headwater.sandbox import remove_tree


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    folder = tmp_path / "shipped"
    (folder / "queries").mkdir(parents=True)
    (folder / "load.py").write_text("one\ntwo\nthree\n")
    (folder / "queries/a.sql").write_text("select 1\n")
    (folder / "queries/b.sql").write_text("select 2\n")
    (folder / ".gitkeep").touch()
    return folder


@pytest.fixture
def upper(tmp_path: Path) -> Path:
    folder = tmp_path / "state/workspace"
    folder.mkdir(parents=True)
    return folder


def by_path(upper: Path, shipped: Path | None) -> dict[str, FileDifference]:
    return {change.path: change for change in read_changes(upper, shipped).files}


def whiteout(path: Path) -> None:
    os.mknod(path, 0o600 | 0o020000, os.makedev(0, 0))


def test_lines_that_changed_with_the_lines_around_them(upper: Path, shipped: Path) -> None:
    (upper / "load.py").write_text("one\n2\nthree\n")

    change = by_path(upper, shipped)["load.py"]

    assert [(line.kind, line.text) for line in change.lines] == [
        ("place", "-1,3 +1,3"),
        ("same", "one"),
        ("removed", "two"),
        ("added", "2"),
        ("same", "three"),
    ]
    assert (change.how, change.added, change.removed) == ("changed", 1, 1)


def test_a_file_that_was_copied_up_unchanged_is_not_a_change(upper: Path, shipped: Path) -> None:
    (upper / "load.py").write_text("one\ntwo\nthree\n")

    assert by_path(upper, shipped) == {}


def test_new_and_removed_files_are_listed(upper: Path, shipped: Path) -> None:
    (upper / "new.py").write_text("print()\n")
    whiteout(upper / "queries")

    changes = by_path(upper, shipped)

    assert {path: change.how for path, change in changes.items()} == {
        "new.py": "added",
        "queries/a.sql": "deleted",
        "queries/b.sql": "deleted",
    }
    assert [line.text for line in changes["queries/a.sql"].lines] == ["select 1"]


def test_a_replaced_folder_hides_its_former_files(upper: Path, shipped: Path) -> None:
    (upper / "queries").mkdir()
    os.setxattr(upper / "queries", "user.overlay.opaque", b"y")
    (upper / "queries/b.sql").write_text("select 3\n")

    assert {path: change.how for path, change in by_path(upper, shipped).items()} == {
        "queries/a.sql": "deleted",
        "queries/b.sql": "changed",
    }


def test_a_whole_copy_lacks_what_was_deleted(upper: Path, shipped: Path) -> None:
    upper.with_name("workspace.whole").touch()
    (upper / "load.py").write_text("one\ntwo\nthree\n")

    assert {path: change.how for path, change in by_path(upper, shipped).items()} == {
        "queries/a.sql": "deleted",
        "queries/b.sql": "deleted",
    }


def test_without_the_tasks_files_all_is_new(upper: Path) -> None:
    (upper / "load.py").write_text("one\n")

    assert by_path(upper, None)["load.py"].how == "added"


def test_nothing_hostile_is_followed_or_waited_for(upper: Path, shipped: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("the host's own")
    (upper / "link").symlink_to(tmp_path / "secret")
    (upper / "folder-link").symlink_to(tmp_path)
    os.mkfifo(upper / "pipe")
    (upper / "binary").write_bytes(b"\0\1")
    (upper / os.fsdecode(b"odd-\xff-name")).write_text("x\n")

    changes = by_path(upper, shipped)

    assert changes["link"].note == f"is a link to {tmp_path / 'secret'}"
    assert changes["folder-link"].note == f"is a link to {tmp_path}"
    assert changes["pipe"].note == "is a special file"
    assert changes["binary"].note == "not text; 2 bytes"
    assert changes[os.fsdecode(b"odd-\xff-name")].lines[0].text == "x"
    assert all("the host's own" not in line.text for change in changes.values() for line in change.lines)


def test_omitted_parts_are_reported(upper: Path, shipped: Path) -> None:
    (upper / "huge.csv").write_bytes(b"x" * (300 << 10))
    (upper / "long.py").write_text("line\n" * 4_000)
    (upper / "load.py").write_text("line\n" * 4_000)
    (upper / "node_modules").mkdir()
    (upper / "node_modules/index.js").write_text("x")
    for number in range(300):
        (upper / f"part-{number:03}").write_text("x\n")

    changes = read_changes(upper, shipped)
    notes = {change.path: change.note for change in changes.files}

    assert notes["huge.csv"] == "307,200 bytes, too many to show"
    assert notes["long.py"] == "the first 1,500 of 4,000 lines"
    assert notes["load.py"] == "3 lines became 4,000, too many to compare"
    assert len(changes.files) == 200
    assert changes.notes == ["103 more files are not shown.", "Folders of tools were left out: node_modules."]


def test_a_chain_of_folders_ends(upper: Path, shipped: Path) -> None:
    folder = upper
    while len(str(folder)) < 4_000:
        folder /= "d"
        folder.mkdir()

    found = by_path(upper, shipped)
    remove_tree(upper)  # pytest's own clean-up is recursive, and this folder is too deep for it
    assert found == {}
