"""Limits apply to all processes of a user together, and do not affect other users."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.sandbox.cell_functions import ScriptOutput, run_script, service_beside_hungry_agent

from headwater.sandbox import ResourceLimits, disk_usage, run_in_cell
from headwater.sandbox._cgroups import find_hierarchy

needs_groups = pytest.mark.skipif(find_hierarchy() is None, reason="control groups cannot be made here")


@needs_groups
def test_memory_of_the_agent_leaves_the_service_alive(tmp_path: Path) -> None:
    agent, service = run_in_cell(service_beside_hungry_agent, tmp_path, timeout_sec=400)
    assert agent.exit_code == 137
    assert agent.out_of_memory_kills >= 1
    assert service is None


@needs_groups
def test_a_fork_bomb_stops_at_the_limit(tmp_path: Path) -> None:
    script = """exec python3 -c '
import os, time
made = 0
while True:
    try:
        if os.fork() == 0:
            time.sleep(30)
    except BlockingIOError:
        break
    made += 1
print(made, flush=True)
os._exit(0)'"""
    answer: ScriptOutput = run_in_cell(run_script, tmp_path, script, ResourceLimits(processes=40), timeout_sec=400)
    assert 20 <= int(answer.out) <= 40


def test_output_is_kept_to_a_limit_and_never_waited_for(tmp_path: Path) -> None:
    answer: ScriptOutput = run_in_cell(run_script, tmp_path, "head -c 100M /dev/zero; echo end >&2", timeout_sec=400)
    assert (answer.exit_code, answer.err) == (0, "end\n")
    assert (tmp_path / "log.txt").stat().st_size < 33 << 20
    assert "more bytes were not kept" in answer.out[-100:]


def test_one_file_is_as_large_as_the_disk_limit_at_most(tmp_path: Path) -> None:
    limits = ResourceLimits(disk_mb=16)
    answer: ScriptOutput = run_in_cell(run_script, tmp_path, "head -c 64M /dev/zero > file", limits, timeout_sec=400)
    assert answer.exit_code != 0
    assert disk_usage(tmp_path / "upper").size_bytes <= 16 << 20


def test_tmp_has_its_maximum_size(tmp_path: Path) -> None:
    answer: ScriptOutput = run_in_cell(run_script, tmp_path, "head -c 100M /dev/zero > /tmp/file", timeout_sec=400)
    assert "No space left" in answer.err


def test_inotify_instances_are_limited(tmp_path: Path) -> None:
    script = """exec python3 -c '
import ctypes
made = 0
while ctypes.CDLL(None).inotify_init1(0) >= 0:
    made += 1
print(made)'"""
    limit = int(Path("/proc/sys/fs/inotify/max_user_instances").read_text())
    answer: ScriptOutput = run_in_cell(run_script, tmp_path, script, timeout_sec=400)
    assert 1 <= int(answer.out) <= limit // 8
