"""Suite ``spider2-repaired``: the same instances, without the faults that they are shipped with."""

from __future__ import annotations

from pathlib import Path

from headwater.suites import spider2
from headwater.suites.spider2.tasks_folders import built_folder

BASELINE_AGENT = spider2.BASELINE_AGENT


def tasks_folder(home: Path) -> Path:
    """Return where the tasks are.

    Raises:
        UserError: They are not built; names the command.
    """
    return built_folder(home, "spider2-repaired")
