"""Software that a task needs in another version than harnesses have it, such as an older dbt.

Each is a folder here, named for what is in it: a locked Python as harnesses have one, and ``bin``, whose
programs come before those of that Python. It is put before a harness, of which it is then a part: an agent finds the
harness's tools and the task's versions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

from headwater.errors import UserError
from headwater.harnesses import ROOT, Harness
from headwater.layers import PythonLayer

_FOLDER = Path(__file__).parent
_MOUNT = f"{ROOT}/toolchain"
PYTHON = f"{_MOUNT}/python"
"""Where the Python of a toolchain is in the sandbox."""
_SYSTEM = Path("/usr")
_TODAY = "TOOLCHAIN_TODAY"
_CLOCKS = ("lib/*/faketime/libfaketimeMT.so.1", "lib*/faketime/libfaketimeMT.so.1")


def equipped(
    harness: Harness, name: str | None, clock: date | None, home: Path, notify: Callable[[str], None]
) -> Harness:
    """Put a task's toolchain before a harness, building it unless it is in the cache below ``home``.

    Args:
        harness: What it is put before; its name stays, and its digest has the toolchain's.
        name: The folder's name; None for a task that has none.
        clock: What the toolchain's programs take for today; None for the machine's date.
        home: Where caches are.
        notify: Told what is built.

    Raises:
        UserError: There is no such toolchain, or the machine cannot show its programs another day.
        InfraError: Its packages could not be installed.
    """
    if name is None:
        return harness
    folder = _FOLDER / name
    if not (folder / "requirements.txt").is_file():
        known = ", ".join(sorted(path.parent.name for path in _FOLDER.glob("*/requirements.txt")))
        raise UserError(f"toolchain {name}: no such toolchain; there are {known}")
    if clock is not None and not any(path for pattern in _CLOCKS for path in _SYSTEM.glob(pattern)):
        raise UserError(
            f"toolchain {name}: for its programs it is {clock}, for which libfaketime is missing; fix: "
            "apt-get install faketime"
        )
    layer = PythonLayer("toolchain", name, folder)
    programs = folder / "bin"
    digest = hashlib.sha256(f"{harness.digest}\0{layer.digest}".encode())
    for program in sorted(programs.iterdir()):
        digest.update(f"\0{program.name}\0".encode() + program.read_bytes())
    path = f"{_MOUNT}/bin:{PYTHON}/bin:{harness.env['PATH']}"
    today = {} if clock is None else {_TODAY: clock.isoformat()}
    return replace(
        harness,
        digest=digest.hexdigest(),
        mounts={**harness.mounts, PYTHON: layer.build(home, notify), f"{_MOUNT}/bin": programs},
        env={**harness.env, "DBT_SEND_ANONYMOUS_USAGE_STATS": "false", **today, "PATH": path},
    )
