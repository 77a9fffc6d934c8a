"""Matches globs against paths that an agent chose.

``**`` matches any number of folders, and ``*`` matches any text within one part of a path.
"""

from __future__ import annotations

from fnmatch import fnmatchcase

_ANY_FOLDERS = "**"


def matches(path: str, pattern: str) -> bool:
    """Return whether a glob matches a complete relative path.

    Names that begin with a dot have no special meaning. A final ``**`` matches every file below its folder.
    """
    parts = pattern.split("/")
    if parts[-1] == _ANY_FOLDERS:
        parts.append("*")
    reached = _and_skipped({0}, parts)
    for name in path.split("/"):
        reached = _and_skipped(
            {
                place if parts[place] == _ANY_FOLDERS else place + 1
                for place in reached
                if place < len(parts) and (parts[place] == _ANY_FOLDERS or fnmatchcase(name, parts[place]))
            },
            parts,
        )
    return len(parts) in reached


def _and_skipped(reached: set[int], parts: list[str]) -> set[int]:
    """Add the positions that are reached when ``**`` matches no folder."""
    found = set(reached)
    for place in range(min(found, default=len(parts)), len(parts)):
        if place in found and parts[place] == _ANY_FOLDERS:
            found.add(place + 1)
    return found
