"""Small tasks, the real command line, and checks that nothing is left behind."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

CHECKS = """
from headwater.grading import Graded, Result, expect, functional

@functional
def done(graded: Graded) -> Result:
    return expect(graded.workspace.read_text("done.txt") == "yes", "done.txt should say yes")
"""

MakeTask = Callable[..., Path]


@pytest.fixture
def make_task(tmp_path: Path) -> MakeTask:
    """Return a factory of task folders below ``tmp_path``.

    The task asks for ``done.txt`` with ``yes`` in it; the script ``solution`` is the oracle.
    """

    def make(
        name: str = "scratch",
        *,
        services: Sequence[str] = (),
        checks: str = CHECKS,
        solution: str = "printf yes > done.txt",
        toml: str = "",
        files: Mapping[str, str] | None = None,
    ) -> Path:
        folder = tmp_path / "tasks" / name
        config = f"""
            id = "{name}"
            title = "A task for a test"
            suite = "tasks"
            tier = "tier-1"
            category = "debugging"
            competencies = ["environment-setup"]
            starting_state = "broken"
            services = {json.dumps(list(services))}
        """
        contents = {
            "task.toml": "\n".join(line.strip() for line in config.splitlines()) + toml,
            "instruction.md": "Write yes to done.txt.\n",
            "instruction.informed.md": "Write yes to done.txt, without a line end.\n",
            "workspace/notes.txt": "as shipped\n",
            "checks.py": checks,
            "solution/solve.sh": solution,
            **(files or {}),
        }
        for path, content in contents.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(content)
        return folder

    return make


@dataclass(frozen=True)
class Ran:
    """A finished command line."""

    exit_code: int
    out: str
    err: str


_MARK = "HEADWATER_TEST_FOLDER"
"""A variable in the environment of Headwater and of its cells, which identifies those of a test."""


class Headwater:
    """The real command line in a process of its own."""

    def __init__(self, folder: Path, env: Mapping[str, str]) -> None:
        self._folder = folder
        self.env = {**env, _MARK: str(folder)}
        self._started: list[subprocess.Popen[str]] = []

    def start(
        self, *args: str | Path, env: Mapping[str, str] | None = None, leads_group: bool = False
    ) -> subprocess.Popen[str]:
        """Start it and return immediately; it leads a process group if a signal must reach all child processes."""
        command = [sys.executable, "-c", "from headwater.cli import main; main()", *map(str, args)]
        process = subprocess.Popen(
            command,
            cwd=self._folder,
            env={**self.env, **(env or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            process_group=0 if leads_group else None,
        )
        self._started.append(process)
        return process

    def __call__(self, *args: str | Path, env: Mapping[str, str] | None = None) -> Ran:
        """Run it to its end."""
        process = self.start(*args, env=env)
        out, err = process.communicate(timeout=400)
        assert "Traceback" not in err, err
        return Ran(process.returncode, out, err)

    def close(self) -> None:
        for process in self._started:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                process.wait()


@pytest.fixture
def headwater(tmp_path: Path, user_env: dict[str, str]) -> Iterator[Headwater]:
    """The command line, with ``tmp_path`` as its working directory."""
    line = Headwater(tmp_path, user_env)
    yield line
    line.close()


def left_behind(folder: Path) -> list[str]:
    """Return processes and mounts that belong to ``folder``, whatever else runs at the same time.

    A process in a sandbox has nothing of the folder in its environment, but is in a control group whose name contains
    the process id of its cell's guardian.
    """
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            marked = f"{_MARK}={folder}\0".encode() in (process / "environ").read_bytes()
            guardian = re.search(r"headwater-(\d+)-", (process / "cgroup").read_text())
            command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if marked or (guardian and not Path("/proc", guardian[1]).exists()):
            found.append(f"{process.name} {command[:100]}")
    found += [line for line in Path("/proc/self/mountinfo").read_text().splitlines() if str(folder) in line]
    return found


def eventually(condition: Callable[[], bool], timeout_sec: float = 120.0) -> bool:
    """Wait until ``condition`` holds; return False if it never does."""
    deadline = time.monotonic() + timeout_sec
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return condition()


@pytest.fixture
def nothing_left(tmp_path: Path) -> Iterator[None]:
    """Fail a test if a process or a mount of its trials is left."""
    yield
    assert eventually(lambda: not left_behind(tmp_path)), left_behind(tmp_path)
