"""What became of each break so far, on disk: a build of hundreds of tasks takes minutes and may be interrupted."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

_NAME = "log.jsonl"


class Entry(BaseModel):
    """One break.

    Attributes:
        task: What is known of the task that it became; empty if it became none.
        dropped: Why it became none.
        winning: Masks that come to what the solution does.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    broken: str
    task: dict[str, object] = {}
    dropped: str = ""
    winning: list[str] = []


class Log:
    """The folder in which tasks are built, with what is done; of another request or code, it is emptied.

    Args:
        folder: Beside the tasks that will be replaced.
        request: What was asked for.
    """

    def __init__(self, folder: Path, request: str) -> None:
        self.folder = folder
        self.entries: list[Entry] = []
        first = json.dumps(f"{request} {_code()}")
        path = folder / _NAME
        lines = path.read_text().splitlines() if path.is_file() else []
        if lines[:1] != [first]:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            path.write_text(first + "\n")
        for line in lines[1:] if lines[:1] == [first] else []:
            try:
                self.entries.append(Entry.model_validate_json(line))
            except ValidationError:  # cut off in the middle
                break
        path.write_text("".join(f"{line}\n" for line in [first, *(one.model_dump_json() for one in self.entries)]))

    def add(self, entry: Entry) -> None:
        """Note one that is done, its files written."""
        self.entries.append(entry)
        with (self.folder / _NAME).open("a") as file:
            file.write(entry.model_dump_json() + "\n")

    def end(self) -> None:
        """All are done."""
        (self.folder / _NAME).unlink()


def _code() -> str:
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.rglob("*")):
        if path.suffix in (".py", ".yml"):
            digest.update(path.read_bytes())
    return digest.hexdigest()
