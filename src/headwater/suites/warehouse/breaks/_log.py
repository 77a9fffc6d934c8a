"""Logs the result of each break on disk, because building hundreds of tasks takes minutes and can be interrupted."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

_NAME = "log.jsonl"


class BreakLogEntry(BaseModel):
    """The log entry of one break.

    Attributes:
        task: The facts about the task created from the break. Empty if no task was created.
        dropped: The reason why no task was created.
        winning: The masks that are equivalent to the solution.
        refused: The alternatives that do not pass, with the gate that stops each.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    broken: str
    task: dict[str, object] = {}
    dropped: str = ""
    winning: list[str] = []
    refused: dict[str, str] = {}


class Log:
    """The folder in which tasks are built, and its log. The folder is emptied if the request or the code has changed.

    Args:
        folder: A folder next to the tasks that will be replaced.
        request: The parameters of the requested tasks.
    """

    def __init__(self, folder: Path, request: str) -> None:
        self.folder = folder
        self.entries: list[BreakLogEntry] = []
        first = json.dumps(f"{request} {_code()}")
        path = folder / _NAME
        lines = path.read_text().splitlines() if path.is_file() else []
        if lines[:1] != [first]:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            path.write_text(first + "\n")
        for line in lines[1:] if lines[:1] == [first] else []:
            try:
                self.entries.append(BreakLogEntry.model_validate_json(line))
            except ValidationError:  # the last line is incomplete
                break
        path.write_text("".join(f"{line}\n" for line in [first, *(one.model_dump_json() for one in self.entries)]))

    def add(self, entry: BreakLogEntry) -> None:
        """Log a finished break. Its files must already exist."""
        self.entries.append(entry)
        with (self.folder / _NAME).open("a") as file:
            file.write(entry.model_dump_json() + "\n")

    def end(self) -> None:
        """Mark the build as complete."""
        (self.folder / _NAME).unlink()


def _code() -> str:
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.rglob("*")):
        if path.suffix in (".py", ".yml"):
            digest.update(path.read_bytes())
    return digest.hexdigest()
