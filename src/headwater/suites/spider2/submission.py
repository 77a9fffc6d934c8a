"""Writes a submission in the official evaluation's format."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from headwater.errors import NotBuiltError
from headwater.suites.spider2.records import BaseFacts
from headwater.suites.spider2.scoring._submission import METADATA_FILE
from headwater.suites.spider2.tasks_folders import FACTS
from headwater.tasks import Task

SUITES = ("spider2", "spider2-repaired")


def instance_of(task: Task, home: Path) -> BaseFacts:
    """Return the description of a task's base.

    Raises:
        NotBuiltError: The task belongs to another suite, or its base no longer exists.
    """
    path = home / (task.config.base or "") / FACTS
    if task.config.suite not in SUITES or task.config.base is None or not path.is_file():
        raise NotBuiltError(
            "the base of the task no longer exists", where=task.ref, fix="run `headwater build spider2` again"
        )
    return BaseFacts.model_validate_json(path.read_bytes())


def database_files(facts: BaseFacts) -> tuple[str, str]:
    """Return the files of an instance's database, including the log of changes that DuckDB has not yet merged."""
    return facts.database, f"{facts.database}.wal"


def write_metadata(folder: Path, instances: Iterable[BaseFacts]) -> None:
    """Write the list of submitted instances. Each database is in a folder named after its instance."""
    lines = [
        {"instance_id": facts.instance, "answer_type": "file", "answer_or_path": facts.database} for facts in instances
    ]
    (folder / METADATA_FILE).write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
