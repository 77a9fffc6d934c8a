"""The kernel's view of mounts, processes and groups names no outside path, and is the same in run and grading."""

from __future__ import annotations

import re
from pathlib import Path

from tests.sandbox.cell_functions import ScriptOutput, run_within

from headwater.sandbox import run_in_cell

LOOK = """
cat /proc/mounts /proc/[0-9]*/mountinfo /proc/[0-9]*/mountstats /proc/[0-9]*/cgroup /proc/[0-9]*/maps
cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ | tr '\\0' '\\n'
readlink /proc/[0-9]*/fd/* /proc/[0-9]*/cwd /proc/[0-9]*/exe /proc/[0-9]*/root
cat /opt/tool/program /opt/one/program
exit 0
"""
MOUNTS = "sed 's/^[0-9]* [0-9]* [0-9:]* //' /proc/self/mountinfo"


def look(folder: Path, script: str, layers: int = 1) -> str:
    folder.mkdir()
    message: ScriptOutput = run_in_cell(run_within, folder, script, 64, layers, timeout_sec=400)[0]
    return message.out


def test_no_path_outside_is_named(tmp_path: Path) -> None:
    mounts_shown = look(tmp_path / "a-secret-task", LOOK)
    assert mounts_shown.count("a tool") == 2
    assert mounts_shown.count("lowerdir=0:1:2") >= 4
    assert "a-secret-task" not in mounts_shown
    assert str(tmp_path) not in mounts_shown


def test_a_state_of_more_layers_looks_the_same(tmp_path: Path) -> None:
    """In grading, the agent output is an additional layer."""
    first, second = look(tmp_path / "run", MOUNTS), look(tmp_path / "grading", MOUNTS, layers=3)
    assert "/workspace" in first
    assert first == second


def test_all_files_are_on_one_device(tmp_path: Path) -> None:
    """du -x and find -xdev rely on a single device, which layers on several file systems must preserve."""
    folder = tmp_path / "run"
    script = "touch new; mkdir folder; stat -c %d . new folder shipped; stat -c %d /opt/tool /opt/tool/program"
    devices = re.findall(r"\d+", look(folder, script))
    assert len(set(devices[:4])) == 1
    assert len(set(devices[4:])) == 1
