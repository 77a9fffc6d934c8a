"""Writes the task folder of an unfinished question so that agents can attempt it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from headwater.suites.discovery.building._changed_data import change_data
from headwater.suites.discovery.building._laboratory import Laboratory
from headwater.suites.discovery.building._tasks import ProvenQuestion, write_task
from headwater.suites.discovery.tasks_source import SourceTask


def write_unproven(task: SourceTask, laboratory: Laboratory, files: Mapping[str, int], folder: Path) -> None:
    """Write the task folder of an unproven question.

    Args:
        task: The question.
        laboratory: Runs programs on the data of its lake.
        files: The data files with their sizes in bytes.
        folder: The task folder to write.

    Raises:
        BrokenTaskError: No change to the data changes the answer.
    """
    content = "\0".join((laboratory.name, task.source.model_dump_json(by_alias=True), task.program))
    place = f"discovery/changed/{task.source.id}-{hashlib.sha256(content.encode()).hexdigest()[:16]}"
    changed = change_data(task, laboratory, place)
    write_task(ProvenQuestion(task, laboratory.name, files, changed), folder)
