"""Small suites for benchmarks, and a way to run them as a user does."""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

HEADWATER = Path(sys.executable).with_name("headwater")

_TASK = """\
id = "{id}"
title = "Benchmark"
suite = "scratch"
tier = "tier-1"
category = "debugging"
competencies = ["environment-setup"]
starting_state = "greenfield"
services = {services}
"""
_CHECKS = '''\
from headwater.grading import Graded, Result, expect, functional


@functional
def file_is_there(graded: Graded) -> Result:
    """The agent wrote its file."""
    return expect(graded.workspace.exists("started"), "started should exist")
'''
_SOLVE = "date +%s.%N > started\n"


@contextmanager
def scratch() -> Iterator[Path]:
    """Yield a folder that is removed afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="headwater-bench-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def make_task(suite: Path, name: str, services: Sequence[str] = (), seeds: dict[str, str] | None = None) -> Path:
    """Write a task whose solution notes when it started."""
    folder = suite / name
    for part in ("workspace", "solution", "seed"):
        (folder / part).mkdir(parents=True)
    (folder / "task.toml").write_text(_TASK.format(id=name, services=json.dumps(list(services))))
    (folder / "instruction.md").write_text("Write the time into `started`.\n")
    (folder / "instruction.informed.md").write_text("Write the time into `started`.\n")
    (folder / "checks.py").write_text(_CHECKS)
    (folder / "solution/solve.sh").write_text(_SOLVE)
    for seed, text in (seeds or {}).items():
        (folder / "seed" / seed).write_text(text)
    return folder


def run(*args: str | Path) -> float:
    """Run `headwater run` to its end; return when it was started, in seconds since the epoch."""
    started = time.time()
    subprocess.run([HEADWATER, "run", *map(str, args)], check=True, capture_output=True, env=os.environ)
    return started


def agent_starts(job: Path) -> list[float]:
    """Return when each trial's agent ran its first instruction."""
    return [float(path.read_text()) for path in job.glob("trials/*/state/workspace/started")]


def show(what: str, values: Sequence[float], claim: float | None = None, unit: str = "s") -> float:
    """Print the median with n and the range, and return it."""
    median = statistics.median(values)
    against = f"  (claim: {claim:g} {unit}; {median / claim:.2f} of it)" if claim else ""
    print(f"{what}: median {median:.3f} {unit}, n = {len(values)}, {min(values):.3f} to {max(values):.3f}{against}")
    return median
