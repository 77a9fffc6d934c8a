"""Redirects paths that reference code passes to readers to the actual files; this module is prepended to the code.

The module's text runs in the sandbox, where Headwater is not installed.
"""

from __future__ import annotations

import re
from builtins import print as display  # noqa: F401 - code from notebooks calls it
from pathlib import Path
from typing import Any

FILES_OF_COMMUNITY: list[tuple[tuple[str, ...], str]] = []
"""The parts of each file's path, beginning with its dataset folder, and the file's actual path."""


def in_community(given: Any) -> Any:
    """Return the actual path of the file that a path refers to; any other value is returned unchanged."""
    if not isinstance(given, str | Path):
        return given
    parts = _parts(str(given).replace("\\", "/").split("/"))
    matches = [(_common(parts, _parts(known)), path) for known, path in FILES_OF_COMMUNITY]
    length, path = max(matches, default=(0, ""))
    return type(given)(path) if length else given


def _parts(parts: Any) -> tuple[str, ...]:
    return tuple(part for part in parts if part not in ("", ".", "..", "source"))


def _common(parts: tuple[str, ...], known: tuple[str, ...]) -> int:
    """Return the number of parts in the shorter path if the other path ends with it, and 0 otherwise."""
    length = min(len(parts), len(known))
    if not length:
        return 0
    one, other = parts[-length:], known[-length:]
    has_folder = length == len(known) > 1
    same_start = _slug(one[0]) == _slug(other[0]) if has_folder else one[0] == other[0]
    return length if same_start and one[1:] == other[1:] else 0


def _slug(folder: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", folder.lower()).strip("_")


def show_last(value: Any) -> None:
    """Print the value of a notebook's last expression."""
    if value is not None:
        print(value)
