"""Globs over paths that an agent named: ``**`` is any number of folders, none included, and ``*`` stays in one."""

from __future__ import annotations

from fnmatch import fnmatchcase

_ANY_FOLDERS = "**"


def matches(path: str, pattern: str) -> bool:
    """Whether a relative path matches a glob, from its first part to its last.

    Names that begin with a dot are as any other. ``**`` at the end is every file below.
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
    """Add what is reached where ``**`` is no folder at all."""
    found = set(reached)
    for place in range(min(found, default=len(parts)), len(parts)):
        if place in found and parts[place] == _ANY_FOLDERS:
            found.add(place + 1)
    return found
