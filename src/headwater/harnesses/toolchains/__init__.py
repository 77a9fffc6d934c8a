"""Software that a task needs in another version than harnesses have it, such as an older dbt.

Each is a folder here, named for what is in it: a locked Python, and possibly ``bin``, whose programs come before those
of that Python. It is added to a harness last, so that its programs come first on the PATH, whatever the harness
brings: an agent finds the harness's tools and the task's versions.
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
"""Where a toolchain is in the sandbox."""
PYTHON = f"{MOUNT}/python"
"""Where the Python of a toolchain is in the sandbox."""
_PROGRAMS = f"{MOUNT}/bin"
_SYSTEM = Path("/usr")
_TODAY = "TOOLCHAIN_TODAY"
_CLOCKS = ("lib/*/faketime/libfaketimeMT.so.1", "lib*/faketime/libfaketimeMT.so.1")


def equipped(
    harness: BuiltHarness, name: str | None, clock: date | None, home: Path, notify: Callable[[str], None]
) -> BuiltHarness:
    """Put a task's toolchain before a harness, building it unless it is in the cache below ``home``.

    Args:
        harness: What it is put before; its name stays, and its digest becomes one of both.
        name: The folder's name; None for a task that has none.
        clock: What the toolchain's programs take for today; None for the machine's date.
        home: Where caches are.
        notify: Is told what is built.

    Raises:
        NotFoundError: There is no such toolchain.
        MissingDependencyError: The machine cannot show its programs another day, or lacks what installs them.
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
    # The date is the task's, and part of the task's digest: a harness has one digest on all tasks with a toolchain.
    return built if clock is None else replace(built, env={**built.env, _TODAY: clock.isoformat()})


def _find(name: str) -> Software:
    folder = _FOLDER / name
    if not (folder / "requirements.txt").is_file():
        known = ", ".join(sorted(path.parent.name for path in _FOLDER.glob("*/requirements.txt")))
        raise NotFoundError("no such toolchain", where=f"toolchain {name}", fix=f"there are {known}")
    python = PythonLayer("toolchain", name, folder)
    if not (folder / "bin").is_dir():
        return Software(layers={PYTHON: python}, path=(f"{PYTHON}/bin",))
    return Software(
        layers={
            PYTHON: python,
            _PROGRAMS: FilesLayer("toolchain", f"{name}-programs", folder / "bin", programs=("dbt",)),
        },
        path=(_PROGRAMS, f"{PYTHON}/bin"),
        env={"DBT_SEND_ANONYMOUS_USAGE_STATS": "false"},
    )
