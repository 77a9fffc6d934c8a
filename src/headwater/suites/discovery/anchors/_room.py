"""Runs notebook code in a sandbox with resource limits, no network, and access to only the given data."""

from __future__ import annotations

import json
import shutil
import tempfile
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from headwater import harnesses
from headwater.harnesses import BuiltHarness
from headwater.harnesses.toolchains import equipped
from headwater.sandbox import HOME, WORKSPACE, Emit, ResourceLimits, User, View, open_sandbox, remove_tree, run_in_cell
from headwater.suites.discovery.anchors import inside

_Result = TypeVar("_Result", bound=BaseModel)
TOOLCHAIN = "notebooks"
DATA = "/data"
"""The folder of the datasets, for agents and for programs."""
OTHERS = ("/kaggle/input", "/input")
"""Further folders in which notebooks find the datasets. The second is ``../input`` in the notebooks' own terms."""
_ROOM = "/opt/room"
_REQUEST = f"{_ROOM}/request.json"
_GRACE_SEC = 60.0


@dataclass(frozen=True)
class RoomResult:
    """The result of a program that ran in the sandbox.

    Attributes:
        lines: The lines that it wrote.
        problem: The reason why it ended early. Empty if it finished.
    """

    lines: tuple[str, ...]
    problem: str = ""

    def results(self, kind: type[_Result]) -> list[_Result]:
        """Return the results of one kind. Other lines are ignored because notebook code can write arbitrary output."""
        return [result for line in self.lines for result in _results(kind, line)]


@dataclass(frozen=True)
class Room:
    """Runs the programs in ``inside``.

    Attributes:
        mounts: The toolchain and the layers that it builds on.
        digest: The digest of the toolchain.
        scratch: A folder for temporary files.
        memory_mb: The memory limit of a program and its child processes together.
    """

    mounts: Mapping[str, Path]
    env: Mapping[str, str]
    digest: str
    scratch: Path
    memory_mb: int = 4096
    cancel: threading.Event = field(default_factory=threading.Event)

    def run(
        self, script: str, request: Mapping[str, Any], data: Mapping[str, Path], seconds: float, seed: int = 0
    ) -> RoomResult:
        """Run a program from ``inside``.

        Args:
            script: The program's name.
            request: Its input.
            data: The files that it may read: sandbox paths mapped to host paths.
            seconds: The time after which it is killed.
            seed: The hash seed, which determines the iteration order of sets.

        Raises:
            CancelledError: The build was interrupted.
        """
        self.scratch.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix=".room-", dir=self.scratch))
        try:
            room = folder / "room"
            room.mkdir()
            shutil.copyfile(Path(inside.__file__).parent / f"{script}.py", room / "program.py")
            (room / "request.json").write_text(json.dumps(request))
            plan = _RoomPlan(folder, room, {**self.mounts, **data}, {**self.env, "PYTHONHASHSEED": str(seed)}, seconds)
            limits = ResourceLimits(memory_mb=self.memory_mb)
            problem = run_in_cell(_in_cell, plan, limits, cancel=self.cancel, timeout_sec=seconds + _GRACE_SEC)
            log = folder / "log"
            text = log.read_text(errors="replace") if log.is_file() else ""
            return RoomResult(tuple(text.splitlines()), problem)
        finally:
            remove_tree(folder)


def open_room(home: Path, notify: Callable[[str], None], cancel: threading.Event) -> Room:
    """Install the toolchain unless it is cached.

    Raises:
        MissingDependencyError: A program that the installation needs is missing on this machine.
        LayerError: The packages could not be installed.
    """
    harness: BuiltHarness = harnesses.prepare("base", home, notify)
    harness = equipped(harness, TOOLCHAIN, None, home, notify)
    return Room(harness.mounts, harness.env, harness.digest, home / "discovery", cancel=cancel)


@dataclass(frozen=True)
class _RoomPlan:
    folder: Path
    room: Path
    read_only: Mapping[str, Path]
    env: Mapping[str, str]
    seconds: float


def _in_cell(emit: Emit, plan: _RoomPlan, limits: ResourceLimits) -> str:  # noqa: ARG001 - every function in a cell is given it
    """Run the program, and return why it ended early, or an empty string if it finished."""
    sandbox = open_sandbox([plan.folder, *plan.read_only.values()])
    sandbox.limit(User.AGENT, limits)
    workspace = sandbox.private_folder(User.AGENT)
    log = plan.folder / "log"
    process = sandbox.spawn(
        ["python", "-P", f"{_ROOM}/program.py", _REQUEST],
        user=User.AGENT,
        view=View(read_only={**plan.read_only, _ROOM: plan.room}, writable={WORKSPACE: workspace}, workdir=WORKSPACE),
        env={"HOME": HOME, "LANG": "C.UTF-8", "TZ": "UTC", "USER": "agent", **plan.env},
        network=sandbox.network(),
        log=log,
        limits=limits,
    )
    ended = process.wait(plan.seconds)
    status = process.exit_code
    process.kill()
    # The cause is read before the sandbox and its control group are removed.
    killed = sandbox.out_of_memory_kills(User.AGENT)
    sandbox.close()
    if killed:
        return f"needs more than {limits.memory_mb:,} MiB"
    if not ended:
        return f"takes more than {plan.seconds:.0f} s"
    if status != 0:
        error = log.with_suffix(".err").read_text(errors="replace").strip().rpartition("\n")[2]
        return f"ended with {status}: {error[-300:]}"
    return ""


def _results(kind: type[_Result], line: str) -> list[_Result]:
    try:
        return [kind.model_validate_json(line)]
    except ValidationError:
        return []
