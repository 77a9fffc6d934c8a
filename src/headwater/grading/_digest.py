"""What a verdict is a verdict of: a task's own checks, and the code that runs them."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path


def checks_digest(own: str) -> str:
    """Combine the digest of a task's checks with that of grading itself, so that a changed core check shows."""
    return hashlib.sha256(f"{own}\0{_grading()}".encode()).hexdigest()


@cache
def _grading() -> str:
    folder = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(f"{path.relative_to(folder)}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()
