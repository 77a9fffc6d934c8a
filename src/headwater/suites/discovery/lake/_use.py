"""Determines from a program's code alone which files in a lake it uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from headwater.suites.discovery.lake._contents import DATASETS, LakeDataset
from headwater.suites.discovery.lake._notebooks import Cell
from headwater.suites.discovery.targets import (
    Cause,
    Parts,
    Targets,
    has_folder,
    parse_code,
    parts_of,
    same_file,
)

_PYTHON_MAGIC = re.compile(r"%%(?:time|timeit|capture|prun)\b.*")
"""First lines of cells that contain Python despite a magic command."""
_TIMED = re.compile(r"^([ \t]*)%time[ \t]+(?=\S)", re.MULTILINE)
_MAGIC = re.compile(r"^([ \t]*)[%!].*$", re.MULTILINE)
_PROGRAM = "the reference code "
"""The prefix of each cause, which is removed because it does not apply to a notebook."""
_PATTERN = re.compile(r"[*?\[]")


@dataclass(frozen=True)
class Use:
    """The files in a lake that a program uses.

    Attributes:
        files: Sorted pairs of a dataset's name and a path in that dataset.
        absent: Paths that the program reads but the lake does not contain.
        problem: The reason why the program may use more files. Empty if all files are known.
    """

    files: tuple[tuple[str, str], ...]
    absent: tuple[str, ...] = ()
    problem: str = ""

    @property
    def datasets(self) -> tuple[str, ...]:
        """The names of the datasets, sorted."""
        return tuple(sorted({dataset for dataset, _ in self.files}))


class FileIndex:
    """The files of a lake, indexed by file name."""

    def __init__(self, datasets: Iterable[LakeDataset]) -> None:
        self._by_name: dict[str, list[tuple[str, str, Parts]]] = {}
        for dataset in datasets:
            for file in dataset.files:
                parts = parts_of(f"{DATASETS}/{dataset.name}/{file.path}")
                self._by_name.setdefault(parts[-1], []).append((dataset.name, file.path, parts))

    def find(self, path: Parts) -> list[tuple[str, str]]:
        """Return the files that a path in a program can refer to.

        A name without a folder matches a file only if no other file has that name. A pattern stands for all files that
        match it.
        """
        if any(map(_PATTERN.search, path)):
            return self._matching(path)
        found = [(dataset, name) for dataset, name, parts in self._by_name.get(path[-1], ()) if same_file(parts, path)]
        return found if has_folder(path) or len(found) == 1 else []

    def _matching(self, pattern: Parts) -> list[tuple[str, str]]:
        if not has_folder(pattern) or _PATTERN.search(pattern[0]):
            return []  # the pattern can match files in any dataset
        return [
            (dataset, name)
            for files in self._by_name.values()
            for dataset, name, parts in files
            if parts[0] == pattern[0] and _matches(parts[1:], pattern[1:])
        ]


def _matches(parts: Parts, pattern: Parts) -> bool:
    """Return whether a path matches a pattern, in which ``**`` stands for any number of folders."""
    if not pattern:
        return not parts
    if pattern[0] == "**":
        return any(_matches(parts[start:], pattern[1:]) for start in range(len(parts) + 1))
    return bool(parts) and fnmatchcase(parts[0], pattern[0]) and _matches(parts[1:], pattern[1:])


def files_used(targets: Targets, index: FileIndex, *, with_unused: bool = True) -> Use:
    """Look up the files that a program reads.

    Args:
        targets: The files derived from the program.
        index: The files of the lake.
        with_unused: Whether to include files that do not contribute to the program's output.
    """
    paths = [*targets.files, *(targets.unused if with_unused else ())]
    found: set[tuple[str, str]] = set()
    absent = []
    for path in paths:
        files = index.find(path)
        found.update(files)
        if not files:
            absent.append("/".join(path))
    is_found = targets.cause in (Cause.FOLDER, Cause.NO_FOLDER) and not absent
    problem = "" if is_found else targets.problem.removeprefix(_PROGRAM)
    return Use(tuple(sorted(found)), tuple(absent), problem)


def code_of(cells: Sequence[Cell]) -> str:
    """Return a notebook's Python code. Cells without Python are skipped."""
    return "\n".join(filter(None, (python_of(cell.source) for cell in cells)))


def python_of(source: str) -> str:
    """Return a cell's Python code without IPython syntax, or an empty string if the cell contains none."""
    text = source.lstrip()
    text = _TIMED.sub(r"\1", _PYTHON_MAGIC.sub("", text, count=1) if text.startswith("%%") else source)
    if text.lstrip().startswith("%%"):
        return ""
    # A magic command can be the only statement of a block.
    text = _MAGIC.sub(r"\1pass", text)
    try:
        parse_code(text)
    except ValueError:
        return ""
    return text
