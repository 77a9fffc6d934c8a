"""Lists every instance for `headwater list spider2`, including instances that are not tasks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from headwater.suites.spider2.records import InstanceIndex, InstanceRow
from headwater.suites.spider2.tasks_folders import INDEX


def instance_rows(folder: Path) -> list[dict[str, Any]]:
    """Return a row for each instance in the suite built in ``folder``."""
    index = InstanceIndex.model_validate_json((folder / INDEX).read_text())
    return [
        {
            "instance": row.instance,
            "state": row.state.value,
            "free": "free" if row.free else "",
            "data": row.data.value,
            "tables": row.tables,
            "faults": len(row.faults),
            "counterfeits": len(row.counterfeits),
            "why": row.why or _notes(row),
        }
        for row in index.rows
    ]


def _notes(row: InstanceRow) -> str:
    """Describe what the build learned about a scoreable instance."""
    notes = {"no difference by": row.left_out, "depends on the order of rows": row.varying}
    return "; ".join(f"{what}: {', '.join(names)}" for what, names in notes.items() if names)
