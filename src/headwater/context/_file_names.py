"""Turns arbitrary names into safe file names."""

from __future__ import annotations

import hashlib
import re


def file_stem(name: str) -> str:
    """Return a safe file name: the name itself if it is safe, or else a simplified form with a digest."""
    if re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}", name):
        return name
    safe = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_")[:60] or "x"
    return f"{safe}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
