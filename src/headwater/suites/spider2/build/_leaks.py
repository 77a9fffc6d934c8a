"""Exempts shipped files that repeat parts of the solution, because models in a family repeat each other.

A project from which one report is missing ships other reports that share many lines of its SQL. The instance was
published in this form, and every solver can see these files, so each is exempted by name, with the reason.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from headwater.leaks import Stream, revealing
from headwater.tasks import read_task

_TEXTS = (".sql", ".yml", ".yaml", ".md")
_WHY = "The project ships this file, which repeats parts of what it lacks."


def allow_shipped_copies(task_folder: Path, project: Path, home: Path) -> None:
    """Add exemptions to ``task.toml`` for the project files that contain parts of the solution.

    Args:
        task_folder: The folder of a complete task.
        project: The project as the instance ships it.
        home: Headwater's home folder, which contains the base of the task.
    """
    copies = [needle.tokens for needle in revealing(read_task(task_folder), home).needles if needle.is_copy]
    names = [
        path.relative_to(project).as_posix()
        for path in sorted(project.rglob("*"))
        if path.suffix in _TEXTS and path.is_file() and _has_one(path, copies)
    ]
    entries = (f"\n[[leaks.allow]]\npattern = {_pattern(name)}\nwhy = {json.dumps(_WHY)}\n" for name in names)
    with (task_folder / "task.toml").open("a", encoding="utf-8") as file:
        file.writelines(entries)


def _pattern(name: str) -> str:
    return json.dumps(f"/workspace/{re.escape(name)}, .*a part of solution/")


def _has_one(path: Path, copies: list[tuple[str, ...]]) -> bool:
    stream = Stream([path.read_text(encoding="utf-8", errors="replace")])
    return any(copy in stream for copy in copies)
