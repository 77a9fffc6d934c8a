"""Provides software, such as an older dbt, that a task needs in a version other than the harness's.

Each toolchain is a folder here, named after its content: a locked Python, and optionally ``bin``, whose programs take
precedence over that Python's. It is added to a harness last, so its programs come first on the PATH, and an agent has
the harness's tools in the task's versions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

from headwater.errors import MissingDependencyError, NotFoundError
from headwater.harnesses import ROOT, BuiltHarness, Software, add
from headwater.layers import FilesLayer, PythonLayer

_FOLDER = Path(__file__).parent
MOUNT = f"{ROOT}/toolchain"
"""The sandbox path of a toolchain."""
PYTHON = f"{MOUNT}/python"
"""The sandbox path of a toolchain's Python."""
_PROGRAMS = f"{MOUNT}/bin"
_ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""Otherwise NumPy starts a thread per processor when it is imported, which doubles the time of the import, and the last
digits of a result can depend on the number of processors."""
_SYSTEM = Path("/usr")
_TODAY = "TOOLCHAIN_TODAY"
_CLOCKS = ("lib/*/faketime/libfaketimeMT.so.1", "lib*/faketime/libfaketimeMT.so.1")


def equipped(
    harness: BuiltHarness, name: str | None, clock: date | None, home: Path, notify: Callable[[str], None]
) -> BuiltHarness:
    """Add a task's toolchain to a harness, and build it unless it is cached below ``home``.

    Args:
        harness: The harness to extend; the result has the same name, and its digest covers both.
        name: The name of the folder. None for a task without a toolchain.
        clock: The date that the toolchain's programs take for today. None for the machine's date.
        home: The root folder of the caches.
        notify: Called with the name of each build.

    Raises:
        NotFoundError: The toolchain does not exist.
        MissingDependencyError: The machine cannot fake the date for the toolchain's programs, or lacks a tool that
            installs them.
        LayerError: Its packages could not be installed.
    """
    if name is None:
        return harness
    software = _find(name)
    if clock is not None and not any(path for pattern in _CLOCKS for path in _SYSTEM.glob(pattern)):
        raise MissingDependencyError(
            f"for its programs it is {clock}, for which libfaketime is missing",
            where=f"toolchain {name}",
            fix="apt-get install faketime",
        )
    built = add(harness, software, home, notify)
    # The date is part of the task's digest, so the digest of a harness is the same for all tasks with a toolchain.
    return built if clock is None else replace(built, env={**built.env, _TODAY: clock.isoformat()})


def _find(name: str) -> Software:
    folder = _FOLDER / name
    if not (folder / "requirements.txt").is_file():
        known = ", ".join(sorted(path.parent.name for path in _FOLDER.glob("*/requirements.txt")))
        raise NotFoundError("no such toolchain", where=f"toolchain {name}", fix=f"there are {known}")
    python = PythonLayer("toolchain", name, folder)
    if not (folder / "bin").is_dir():
        return Software(layers={PYTHON: python}, path=(f"{PYTHON}/bin",), env=_ONE_THREAD)
    return Software(
        layers={
            PYTHON: python,
            _PROGRAMS: FilesLayer("toolchain", f"{name}-programs", folder / "bin", programs=("dbt",)),
        },
        path=(_PROGRAMS, f"{PYTHON}/bin"),
        env={"DBT_SEND_ANONYMOUS_USAGE_STATS": "false"},
    )
