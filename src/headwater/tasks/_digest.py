"""Computes digests of a task folder's parts. They identify the version of a task in results."""

from __future__ import annotations

import hashlib
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from headwater.tasks._files import files_below
from headwater.tasks._read import CONFIG, INSTRUCTIONS, SEED, Task
from headwater.tasks._solutions import ALTERNATIVES, COUNTERFEITS, Alternative, Counterfeit


@dataclass(frozen=True)
class TaskDigests:
    """The SHA-256 digests of a task's parts, in hexadecimal.

    Attributes:
        task: Everything that the agent can see or that affects the trial: ``task.toml``, both instructions,
            ``workspace/``, ``seed/`` and ``workload/``.
        checks: ``checks.py`` and the helpers next to it.
        solution: ``solution/``.
        proof: Everything that is used to prove the task: ``solution/``, ``counterfeits/`` and ``alternatives/``.
        start: Everything that determines the starting state: ``workspace/``, ``seed/`` and the services, in order.
    """

    task: str
    checks: str
    solution: str
    proof: str
    start: str


def digest_task(task: Task) -> TaskDigests:
    """Hash the parts of a task. The path of the task folder and file times have no influence.

    Raises:
        InvalidTaskError: The folder contains a symbolic link.
    """
    folder = task.folder
    start = [*files_below(task.workspace), *files_below(folder / SEED)]
    traffic = list(files_below(task.workload))
    prompt_files = [folder / CONFIG, *(folder / name for name in INSTRUCTIONS.values())]
    solved = list(files_below(task.solution))
    others = [path for name in (COUNTERFEITS, ALTERNATIVES) for path in files_below(folder / name)]
    # No file path starts with a NUL, so the list of services cannot be mistaken for a file.
    services = f"\0services\0{','.join(task.config.services)}\n"
    return TaskDigests(
        task=_digest(_lines(folder, [*prompt_files, *start, *traffic])),
        checks=_digest(_lines(folder, [task.checks, *task.helpers])),
        solution=_digest(_lines(folder, solved)),
        proof=_digest(_lines(folder, [*solved, *others])),
        start=_digest([services, *_lines(folder, start)]),
    )


def digest_program(task: Task, other: Alternative | Counterfeit) -> str:
    """Return the digest of what an alternative or a counterfeit runs: its files, and the solution, which it may use.

    Its settings have no influence, because they only say what is expected of it.
    """
    own = [path for path in files_below(other.folder) if path != other.config]
    return _digest(_lines(task.folder, [*files_below(task.solution), *own]))


def digest_text(text: str) -> str:
    """Return the digest of a prompt."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("".join(sorted(lines)).encode("utf-8", "surrogateescape")).hexdigest()


def _lines(folder: Path, files: Iterable[Path]) -> list[str]:
    return [f"{path.relative_to(folder).as_posix()}\0{_mode(path)}\0{_content(path)}\n" for path in files]


def _mode(path: Path) -> int:
    """Return 1 if the owner may execute the file, or else 0. This is the only mode bit that git stores."""
    return int(bool(path.stat().st_mode & stat.S_IXUSR))


def _content(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
