"""Records, in a file that is committed next to the tasks, which tasks are proven in their current form.

Only a proof with all attacks is recorded. A task whose folder has changed since then must be proven again with all
attacks. Other tasks are validated with some of the attacks.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from headwater.errors import FileAccessError, InvalidFileError
from headwater.tasks import Task, digest_task

PROVEN = "proven.json"
"""The name of the file, which maps the names of tasks in the same folder to SHA-256 digests."""


def changed_tasks(tasks: Sequence[Task]) -> list[Task]:
    """Return the tasks that are not recorded as proven or whose folder has changed since their proof.

    Raises:
        InvalidFileError: The file does not have the format that ``record_proofs`` writes.
    """
    proven = {folder: _read(folder / PROVEN) for folder in {task.folder.parent for task in tasks}}
    return [task for task in tasks if proven[task.folder.parent].get(task.folder.name) != _digest(task)]


def record_proofs(tasks: Iterable[Task]) -> None:
    """Record that these tasks are proven, and remove the entries of tasks whose folders no longer exist.

    Raises:
        FileAccessError: The record cannot be written.
    """
    by_folder: defaultdict[Path, dict[str, str]] = defaultdict(dict)
    for task in tasks:
        by_folder[task.folder.parent][task.folder.name] = _digest(task)
    for folder, proven in by_folder.items():
        known = {name: digest for name, digest in _read(folder / PROVEN).items() if (folder / name).is_dir()}
        try:
            (folder / PROVEN).write_text(json.dumps(known | proven, indent=2, sort_keys=True) + "\n")
        except OSError as error:
            raise FileAccessError(f"cannot be written: {error.strerror}", where=folder / PROVEN) from error


def _digest(task: Task) -> str:
    parts = digest_task(task)
    return hashlib.sha256(f"{parts.task}\0{parts.checks}\0{parts.proof}".encode()).hexdigest()


def _read(path: Path) -> dict[str, str]:
    if not path.exists():
        return {}
    fix = "remove it, and run `headwater validate --attacks all --record`"
    try:
        content = json.loads(path.read_bytes())
    except ValueError as error:
        raise InvalidFileError("is not JSON", where=path, fix=fix) from error
    if not isinstance(content, dict) or not all(isinstance(each, str) for each in content.values()):
        raise InvalidFileError("is not an object of names and digests", where=path, fix=fix)
    return content
