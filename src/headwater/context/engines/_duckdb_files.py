"""The DuckDB files of a folder, found without opening one."""

from __future__ import annotations

import os
from pathlib import Path

MOST_FILES = 20
"""Of those that nobody named; a folder with more is no warehouse."""
_SUFFIX = ".duckdb"


def database_files(folder: Path, *, below: bool = False) -> list[Path]:
    """Return the DuckDB files in a folder by their names, and none that is a link; `glob` takes three times as long.

    Args:
        folder: Where to look. One that is gone, or not for us, has none.
        below: Whether to look in the folders next below, too; their files come last.
    """
    here = _entries(str(folder))
    found = _files(here)
    if below:
        found += _files([entry for one in here if one.is_dir() for entry in _entries(one.path)])
    return found


def stamp_of(database: Path) -> str:
    """Return what changes whenever a file or its write-ahead log does: the time of change cannot be set back."""
    parts = []
    for file in (database, database.with_name(database.name + ".wal")):
        try:
            stat = file.stat()
        except FileNotFoundError:
            continue
        parts.append(f"{stat.st_ino}:{stat.st_size}:{stat.st_mtime_ns}:{stat.st_ctime_ns}")
    return "/".join(parts)


def _files(entries: list[os.DirEntry[str]]) -> list[Path]:
    """Return those that are DuckDB's by name."""
    named = (entry for entry in entries if entry.name.endswith(_SUFFIX) and entry.is_file(follow_symlinks=False))
    return sorted(Path(entry.path) for entry in named)


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []
