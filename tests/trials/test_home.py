"""Files from an agent's home are kept as data: only requested regular files of bounded size, and no links."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from headwater.sandbox import Emit, open_sandbox, run_in_cell
from headwater.trials import _home
from headwater.trials._home import Home


def build(emit: Emit, target: Path, outside: Path) -> list[str]:  # noqa: ARG001 - as in every cell
    """Create a home with changes that an agent could make, and keep its session files."""
    sandbox = open_sandbox([target, outside])
    home = Home(
        sandbox, {".agent/settings/config.toml": "x = 1\n", ".agent/AGENTS.md": "told\n", ".other/a.json": "{}"}
    )
    folder = home.folders["/home/agent/.agent"]
    assert (folder / "settings/config.toml").read_text() == "x = 1\n"
    (folder / "sessions").mkdir()
    (folder / "sessions/one.jsonl").write_text("one\n")
    (folder / "sessions/leak.jsonl").symlink_to(outside)
    (folder / "linked").symlink_to(outside.parent)
    os.mkfifo(folder / "sessions/pipe.jsonl")
    (folder / "sessions/note.txt").write_text("not asked for\n")
    deep = folder / "sessions"
    for _ in range(1200):
        os.chdir(deep)
        os.mkdir("d")  # noqa: PTH102 - a path this long cannot be made at once
        deep = Path("d")
    home.keep([".agent/sessions/*.jsonl", ".agent/linked/*"], target)
    return sorted(home.folders)


def test_only_requested_regular_files_are_kept(tmp_path: Path) -> None:
    secret = tmp_path / "outside/secret.jsonl"
    secret.parent.mkdir()
    secret.write_text("secret\n")
    folders = run_in_cell(build, tmp_path / "kept", secret)
    assert folders == ["/home/agent/.agent", "/home/agent/.other"]
    kept_files = [path for path in (tmp_path / "kept").rglob("*") if not path.is_dir()]
    assert [str(path.relative_to(tmp_path / "kept")) for path in kept_files] == [".agent/sessions/one.jsonl"]
    assert kept_files[0].read_text() == "one\n"


def fill(emit: Emit, target: Path) -> None:  # noqa: ARG001 - as in every cell
    _home._TOTAL_LIMIT = 10 * _home._LEAST  # this process belongs to the cell and ends with it
    home = Home(open_sandbox([target]), {".agent/a": ""})
    for number in range(100):
        (home.folders["/home/agent/.agent"] / f"{number}.log").write_text("x")
    (home.folders["/home/agent/.agent"] / "0.log").write_text("x" * 11 * _home._LEAST)
    home.keep([".agent/*.log"], target)


@pytest.mark.parametrize("at_most", [10])
def test_no_input_exceeds_the_limits_of_the_reader(tmp_path: Path, at_most: int) -> None:
    run_in_cell(fill, tmp_path / "kept")
    assert 0 < len(list((tmp_path / "kept/.agent").iterdir())) <= at_most
