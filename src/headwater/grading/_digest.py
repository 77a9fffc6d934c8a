"""Computes the digest of everything that determines a verdict: the task's own checks and the code that runs them."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from headwater.policy import Policy

_HERE = Path(__file__).parent
_GRADING = (_HERE, _HERE.parent / "services")
"""Engines are included because they define how states are compared and how addresses look in code."""


def checks_digest(own: str, code: tuple[Path, ...], policy: Policy) -> str:
    """Combine the digest of a task's checks with everything else that determines its verdicts.

    Args:
        own: The digest of the task's checks.
        code: Other files and folders that take part in grading: those of the suite and of engines from other packages.
        policy: The suite's policy, which chooses the core checks.
    """
    parts = [own, digest_code(_GRADING), digest_code(code), f"code_rules={policy.code_rules}"]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@cache
def digest_code(places: tuple[Path, ...]) -> str:
    """Return a digest of the given files and of all files in the given folders, whatever their location.

    Data files are included, because SQL next to a module can determine a verdict as well as the module.
    """
    digest = hashlib.sha256()
    for place in places:
        for path in [place] if place.is_file() else _files(place):
            name = path.relative_to(place.parent)
            digest.update(f"{name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def _files(folder: Path) -> list[Path]:
    # Compiled files contain the modification times of their sources, so they differ between machines.
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
