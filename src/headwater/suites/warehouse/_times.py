"""Hides the times of changes, because the file that was changed last would be the first place to look."""

from __future__ import annotations

import os
from pathlib import Path

TIME = 1_751_328_000.0
"""The time of all files in a workspace: 2025-07-01, the morning after the last day of the data."""


def set_times(folder: Path) -> None:
    """Give a folder and everything in it the same time."""
    for path in (*folder.rglob("*"), folder):
        os.utime(path, (TIME, TIME), follow_symlinks=False)
