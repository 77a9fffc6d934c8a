"""The suite `warehouse`: a company's dbt project of production size, and hundreds of ways to break it.

``company`` simulates the raw data, ``project`` is the dbt project, ``engine`` builds it, ``breaks`` breaks it and
proves every break, ``grading`` judges what an agent leaves. Base and tasks are generated into the cache; see
docs/warehouse.md.
"""

from __future__ import annotations

from pathlib import Path

from headwater.suites.warehouse._base import (
    DEFAULT_SEED,
    Base,
    Manifest,
    Size,
    build_base,
    find_base,
    find_bases,
)
from headwater.suites.warehouse._scale import DEFAULT_SCALE, MAX_SCALE, MIN_SCALE

__all__ = [
    "DEFAULT_SCALE",
    "DEFAULT_SEED",
    "MAX_SCALE",
    "MIN_SCALE",
    "Base",
    "Manifest",
    "Size",
    "build_base",
    "find_base",
    "find_bases",
    "tasks_folder",
]


def tasks_folder(home: Path) -> Path:
    """Return where the tasks of the default company are, or would be.

    Raises:
        UserError: The company is not built; names the command.
    """
    return home / "warehouse" / "tasks" / find_base(home, Size()).digest
