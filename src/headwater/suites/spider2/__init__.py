"""Suite ``spider2``: the dbt track of Spider 2, whose projects and gold databases the user brings.

``scoring`` grades submissions, ``build`` makes tasks of a checkout, ``grading`` checks what an agent leaves. See
docs/spider2.md.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater.suites.spider2.tasks_folders import INDEX, built_folder

if TYPE_CHECKING:
    from headwater.suites.spider2.records import Row

BASELINE_AGENT = "dbt-run"
"""What it solves is free: it builds the project as it was given."""


def tasks_folder(home: Path) -> Path:
    """Return where the tasks are.

    Raises:
        UserError: They are not built; names the command.
    """
    return built_folder(home, "spider2")


def _notes(row: Row) -> str:
    """Say what was learned of an instance that can be scored."""
    said = {"no difference by": row.left_out, "depends on the order of rows": row.varying}
    return "; ".join(f"{what}: {', '.join(names)}" for what, names in said.items() if names)


def listed(home: Path) -> list[dict[str, Any]]:
    """Return every instance, with or without a task, and what it can be.

    Raises:
        UserError: The suite is not built; names the command.
    """
    from headwater.suites.spider2.records import Index  # imported late: what scores a submission needs none of it

    index = Index.model_validate_json((tasks_folder(home) / INDEX).read_text())
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
