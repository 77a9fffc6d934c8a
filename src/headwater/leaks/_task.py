"""Derives the needles for a task from its folder, and applies the task's allowances."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from headwater.leaks._needles import Needle, changed_places, declared_needles, gold_numbers, names
from headwater.leaks._scan import LeakMatch
from headwater.leaks._tokens import Stream, Tokens
from headwater.tasks import INSTRUCTIONS, Task, check_functions
from headwater.tasks._files import files_below

_MOST = 2 << 20
"""The maximum size of a file that is read as text of the starting state."""
_GENERATED_FOLDERS = ("target/", "logs/", ".git/")
"""Folders of generated files, which do not count as texts of the starting state because nobody wrote them."""


@dataclass(frozen=True)
class Revealing:
    """The sequences that reveal a task's solution.

    Attributes:
        changed: The files in the workspace that the solution or an alternative changes.
    """

    needles: tuple[Needle, ...]
    changed: tuple[str, ...]


def revealing(task: Task, home: Path) -> Revealing:
    """Return the sequences that no starting state of the task may contain.

    Args:
        task: The task.
        home: The folder that contains task bases.
    """
    below = _base_texts(home / task.config.base / "workspace") if task.config.base else {}
    texts = {**below, **_texts(task.workspace)}
    honest = Stream([*texts.values(), *(task.instruction(variant) for variant in INSTRUCTIONS)])
    found: list[Needle] = []
    changed = []
    for path, name in _right_files(task):
        old = _counterpart(name.removeprefix("files/"), texts)
        changed += [old] if old and old not in changed else []
        what = path.relative_to(task.folder).as_posix()
        found += changed_places(what, texts[old] if old else "", _text(path) or "", honest)
    found += names("the alternative", (each.name for each in task.alternatives), honest)
    found += names("the counterfeit", (each.name for each in task.counterfeits), honest)
    found += names("the check", (each.name for each in check_functions(task)), honest)
    found += gold_numbers({path.name: path.read_text() for path in (task.checks, *task.helpers)}, honest)
    found += declared_needles(task.config.leaks.reveals, honest)
    by_tokens: dict[Tokens, Needle] = {}
    for needle in found:  # a solution's files may repeat each other
        if needle.tokens not in by_tokens or needle.is_copy:
            by_tokens[needle.tokens] = needle
    return Revealing(tuple(by_tokens.values()), tuple(changed))


def _right_files(task: Task) -> Iterator[tuple[Path, str]]:
    """Yield the files of the solution and of the alternatives, each with its path in that solution's folder."""
    for folder in (task.solution, *(each.folder for each in task.alternatives)):
        for path in files_below(folder):
            if path not in {each.config for each in task.alternatives}:
                yield path, path.relative_to(folder).as_posix()


def unexplained(task: Task, matches: Iterable[LeakMatch]) -> Iterator[str]:
    """Yield a message for each match that the task does not allow, and for each allowance that matches nothing."""
    allowed = {each.pattern: re.compile(each.pattern) for each in task.config.leaks.allow}
    used = set()
    for each in matches:
        matching = {pattern for pattern, compiled in allowed.items() if compiled.search(str(each))}
        used |= matching
        if not matching:
            yield f"a trial can read {each}"
    for pattern in allowed.keys() - used:
        yield f"task.toml: leaks.allow: nothing that was found matches {pattern!r}; remove it"


def _counterpart(name: str, texts: Mapping[str, str]) -> str | None:
    """Return the workspace file that a solution's file replaces, found by its path or else by a unique name."""
    if name in texts:
        return name
    same = [path for path in texts if path.rpartition("/")[2] == name.rpartition("/")[2]]
    return same[0] if len(same) == 1 else None


@lru_cache(maxsize=2)
def _base_texts(folder: Path) -> dict[str, str]:
    return _texts(folder)


def _texts(folder: Path) -> dict[str, str]:
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not name.startswith(_GENERATED_FOLDERS) and (text := _text(path)) is not None:
            found[name] = text
    return found


def _text(path: Path) -> str | None:
    if path.stat().st_size > _MOST:
        return None
    content = path.read_bytes()
    return None if b"\0" in content else content.decode("utf-8", "replace")
