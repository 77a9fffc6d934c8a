"""The suite `warehouse`: a company's dbt project of production size, and hundreds of ways to break it.

``company`` simulates the raw data, ``project`` is the dbt project, ``engine`` builds it, ``base`` keeps it built,
``breaks`` breaks it and proves every break, ``grading`` checks what an agent leaves, with ``judge`` in a sandbox. Base
and tasks are generated into the cache; see docs/warehouse.md.
"""

from __future__ import annotations

from pathlib import Path


def tasks_folder(home: Path) -> Path:
    """Return where the tasks of the default company are, or would be.

    Raises:
        UserError: The company is not built; names the command.
    """
    from headwater.suites.warehouse.base import Size, find_base  # imported late: what judges work needs none of it

    return home / "warehouse" / "tasks" / find_base(home, Size()).digest
