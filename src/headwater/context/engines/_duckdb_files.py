"""Finds the DuckDB files in a folder without opening them."""

from __future__ import annotations

import os
from pathlib import Path

MOST_FILES = 20
"""The maximum number of files that are opened without being requested. A folder with more files is not a warehouse."""
_SUFFIX = ".duckdb"


def database_files(folder: Path, *, below: bool = False) -> list[Path]:
    """Return the DuckDB files in a folder, sorted by name and excluding links. `glob` would take three times as long.

    Args:
        folder: The folder to search. A missing or unreadable folder counts as empty.
        below: Whether to search the direct subfolders as well. Files in subfolders come last.
    """
    entries = _entries(str(folder))
    found = _files(entries)
    if below:
        found += _files([entry for one in entries if one.is_dir() for entry in _entries(one.path)])
    return found


def stamp_of(database: Path) -> str:
    """Return a value that changes whenever a file or its write-ahead log changes.

    The value includes the ctime, which users cannot reset.
    """
    parts = []
    for file in (database, database.with_name(database.name + ".wal")):
        try:
            stat = file.stat()
        except FileNotFoundError:
            continue
        parts.append(f"{stat.st_ino}:{stat.st_size}:{stat.st_mtime_ns}:{stat.st_ctime_ns}")
    return "/".join(parts)


def _files(entries: list[os.DirEntry[str]]) -> list[Path]:
    """Return the entries whose suffix is that of a DuckDB file."""
    database_entries = (
        entry for entry in entries if entry.name.endswith(_SUFFIX) and entry.is_file(follow_symlinks=False)
    )
    return sorted(Path(entry.path) for entry in database_entries)


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []
