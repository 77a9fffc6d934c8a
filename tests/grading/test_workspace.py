"""Agent output is data: links, pipes and garbage in it have no effect outside it, and break nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from headwater.grading import Workspace

SECRET = "a secret of the host"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "outside.txt").write_text(SECRET)
    (tmp_path / "shipped").mkdir()
    (tmp_path / "shipped/kept.sql").write_text("select 1\n")
    (tmp_path / "shipped/changed.sql").write_text("select 1\n")
    root = tmp_path / "workspace"
    root.mkdir()
    (root / "kept.sql").write_text("select 1\n")
    (root / "changed.sql").write_text("select 2\n")
    (root / "src/deep").mkdir(parents=True)
    (root / "src/deep/new.py").write_text("print(1)\n")
    return root


@pytest.fixture
def workspace(root: Path) -> Workspace:
    return Workspace(root, root.parent / "shipped")


def test_files_are_read_by_relative_paths(workspace: Workspace) -> None:
    assert workspace.exists("src/deep/new.py")
    assert workspace.read_text("src/deep/new.py") == "print(1)\n"
    assert not workspace.exists("src/deep")
    assert not workspace.exists("nothing")
    assert workspace.read_text("nothing") == ""


def test_files_are_listed_sorted_and_by_pattern(workspace: Workspace) -> None:
    assert workspace.files() == ["changed.sql", "kept.sql", "src/deep/new.py"]
    assert workspace.files("*.sql") == ["changed.sql", "kept.sql"]
    assert workspace.files("src/**") == ["src/deep/new.py"]


@pytest.mark.parametrize(
    ("pattern", "files"),
    [
        ("**/*", "root.py .dot.py a/b.py a/c/d.py a/c/e.sql"),
        ("**", "root.py .dot.py a/b.py a/c/d.py a/c/e.sql"),
        ("*", "root.py .dot.py"),
        ("**/*.py", "root.py .dot.py a/b.py a/c/d.py"),
        ("*.py", "root.py .dot.py"),
        ("*/*.py", "a/b.py"),
        ("a/**", "a/b.py a/c/d.py a/c/e.sql"),
        ("a/**/*.py", "a/b.py a/c/d.py"),
        ("**/c/*", "a/c/d.py a/c/e.sql"),
        ("**/c/**", "a/c/d.py a/c/e.sql"),
        ("**/**/d.py", "a/c/d.py"),
        ("a/*/d.py", "a/c/d.py"),
        ("a/?.py", "a/b.py"),
        ("a/c/[de].*", "a/c/d.py a/c/e.sql"),
        ("a/c/[!d].*", "a/c/e.sql"),
        ("a", ""),
        ("a/", ""),
        ("", ""),
        ("b.py", ""),
        ("c/d.py", ""),
    ],
)
def test_files_match_glob_patterns(tmp_path: Path, pattern: str, files: str) -> None:
    for name in ("root.py", ".dot.py", "a/b.py", "a/c/d.py", "a/c/e.sql"):
        (tmp_path / "workspace" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "workspace" / name).touch()
    assert Workspace(tmp_path / "workspace", tmp_path).files(pattern) == sorted(files.split())


def test_shipped_text_is_distinguished_from_the_agents(workspace: Workspace) -> None:
    assert workspace.changed() == ["changed.sql", "src/deep/new.py"]
    shipped = {source.path: source.shipped for source in workspace.sources()}
    assert shipped == {"kept.sql": "select 1\n", "changed.sql": "select 1\n", "src/deep/new.py": None}


@pytest.mark.parametrize("folder", [".git", ".venv", "venv", "node_modules", "__pycache__", ".pytest_cache"])
def test_packages_and_caches_of_tools_are_left_out(root: Path, workspace: Workspace, folder: str) -> None:
    (root / "src" / folder).mkdir()
    (root / "src" / folder / "theirs.py").write_text("x = 1\n")
    assert workspace.files() == ["changed.sql", "kept.sql", "src/deep/new.py"]


@pytest.mark.parametrize("target", ["../outside.txt", "{absolute}", "src/../../outside.txt"])
def test_a_link_that_leads_outside_is_not_a_file(root: Path, workspace: Workspace, target: str) -> None:
    (root / "link").symlink_to(target.format(absolute=root.parent / "outside.txt"))
    (root / "folder").symlink_to(root.parent)
    for path in ("link", "folder/outside.txt", "../outside.txt", str(root.parent / "outside.txt"), "/etc/passwd"):
        assert not workspace.exists(path)
        assert workspace.read_text(path) == ""
    assert workspace.files() == ["changed.sql", "kept.sql", "src/deep/new.py"]
    assert SECRET not in str(workspace.sources())


def test_a_path_through_a_link_inside_is_a_file(root: Path, workspace: Workspace) -> None:
    (root / "current").symlink_to("src/deep")
    assert workspace.read_text("current/new.py") == "print(1)\n"
    assert "current/new.py" not in workspace.files()  # the file is listed at its own path


def test_loops_of_links_end(root: Path, workspace: Workspace) -> None:
    (root / "a").symlink_to("b")
    (root / "b").symlink_to("a")
    (root / "src/up").symlink_to("..")
    assert not workspace.exists("a")
    assert workspace.read_text("src/up/src/up/src/deep/new.py") == "print(1)\n"
    assert workspace.files() == ["changed.sql", "kept.sql", "src/deep/new.py"]


def test_a_pipe_does_not_hang(root: Path, workspace: Workspace) -> None:
    os.mkfifo(root / "pipe.sql")
    assert not workspace.exists("pipe.sql")
    assert workspace.read_text("pipe.sql") == ""
    assert "pipe.sql" not in workspace.files()
    assert [source.path for source in workspace.sources()] == ["changed.sql", "kept.sql", "src/deep/new.py"]


def test_binary_files_are_not_sources(root: Path, workspace: Workspace) -> None:
    (root / "data.bin").write_bytes(b"MZ\0\1\2")
    assert workspace.exists("data.bin")
    assert "data.bin" in workspace.files()
    assert "data.bin" not in [source.path for source in workspace.sources()]


def test_bad_utf8_is_replaced(root: Path, workspace: Workspace) -> None:
    (root / "latin.sql").write_bytes(b"-- caf\xe9\n")
    assert workspace.read_text("latin.sql") == "-- caf\ufffd\n"


def test_a_big_file_is_read_up_to_a_limit(root: Path, workspace: Workspace) -> None:
    with (root / "big.sql").open("wb") as file:
        file.write(b"x" * (5 << 20))
        file.truncate(8 << 30)  # a sparse file, which takes no space on disk
    assert len(workspace.read_text("big.sql")) == 4 << 20


def test_names_that_are_not_utf8_break_nothing(root: Path, workspace: Workspace) -> None:
    (Path(os.fsdecode(os.fsencode(root) + b"/caf\xe9.sql"))).write_text("select 1\n")
    (root / "new\nline.sql").write_text("select 1\n")
    (root / "-rf").write_text("select 1\n")
    assert len(workspace.files("*.sql")) == 4
    paths = [source.path for source in workspace.sources()]
    assert "new\nline.sql" in paths
    # A verdict stores the message of a check about these paths.
    assert str(paths).encode()


def test_an_impossible_path_is_not_a_file(workspace: Workspace) -> None:
    for path in ("x" * 5000, "a/" * 3000, "kept.sql/below", "\0"):
        assert not workspace.exists(path)
        assert workspace.read_text(path) == ""


def test_a_file_beyond_the_longest_path_is_ignored(root: Path, workspace: Workspace) -> None:
    name = "a" * 200
    folder = os.open(root, os.O_RDONLY)
    for depth in range(45):
        if depth in (0, 15, 30):  # a path is limited to 4096 characters, and so is the target of a link
            further = "" if depth == 30 else "/further"
            os.symlink("/".join([name] * 15) + further, "further" if depth else "models", dir_fd=folder)
        os.mkdir(name, dir_fd=folder)
        below = os.open(name, os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = below
    os.close(os.open("hidden.sql", os.O_CREAT | os.O_WRONLY, dir_fd=folder))
    os.close(folder)
    assert (root / "models/hidden.sql").is_file()
    assert not workspace.exists("models/hidden.sql")
    assert workspace.read_text("models/hidden.sql") == ""


def test_a_workspace_that_is_itself_reached_by_a_link(root: Path) -> None:
    link = root.parent / "link"
    link.symlink_to(root)
    assert Workspace(link, root.parent / "shipped").read_text("kept.sql") == "select 1\n"


def test_an_unreadable_folder_breaks_nothing(root: Path, workspace: Workspace) -> None:
    (root / "closed").mkdir(mode=0o000)
    assert "kept.sql" in workspace.files()
    (root / "closed").chmod(0o700)
