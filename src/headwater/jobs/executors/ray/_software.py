"""What runs trials on a node, as a digest: verdicts of another Headwater are of another benchmark."""

from __future__ import annotations

import hashlib
from pathlib import Path

import headwater

PACKAGE = Path(headwater.__file__).parent


def software_digest() -> str:
    """Return the SHA-256 of the files of this package, bytecode left out."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix != ".pyc" and path.is_file():
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"{path.relative_to(PACKAGE).as_posix()}\0{content}\n".encode())
    return digest.hexdigest()
