"""Describes the content of a workspace: two databases, and the text files of a project."""

from __future__ import annotations

import os
from pathlib import Path

RAW = "raw.duckdb"
WAREHOUSE = "warehouse.duckdb"
_KINDS = (".sql", ".yml", ".csv", ".md")


def project_texts(folder: Path, inside: tuple[str, ...] = ("",)) -> dict[str, str]:
    """Return the texts of the files that an injected fault may change, keyed and sorted by path in the project.

    Args:
        folder: The folder of the project.
        inside: The project's subfolders to include.
    """
    paths = [
        f"{parent}/{name}"
        for start in inside
        for parent, _, names in os.walk(folder / start)
        for name in names
        if name.endswith(_KINDS)
    ]
    start = len(str(folder)) + 1
    return {path[start:]: Path(path).read_text(encoding="utf-8") for path in sorted(paths)}
