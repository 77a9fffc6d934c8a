"""What a verdict is a verdict of: a task's own checks, and the code that runs them."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

_HERE = Path(__file__).parent
_GRADING = (_HERE, _HERE.parent / "services")
"""Engines say how their states are compared and how their addresses look in code."""


def checks_digest(own: str, suite_code: tuple[Path, ...] = ()) -> str:
    """Combine the digest of a task's checks with those of all other code that grades it.

    Args:
        own: The digest of the task's checks.
        suite_code: Files and folders of the suite's grading code.
    """
    parts = [own, digest_code(_GRADING)]
    if suite_code:
        parts.append(digest_code(suite_code))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@cache
def digest_code(places: tuple[Path, ...]) -> str:
    """Return a digest of these files and of all files in these folders; where they lie does not matter.

    Data count, too: SQL beside a module can decide on a verdict as the module does.
    """
    digest = hashlib.sha256()
    for place in places:
        for path in [place] if place.is_file() else _files(place):
            name = path.relative_to(place.parent)
            digest.update(f"{name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
