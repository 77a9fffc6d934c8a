"""Compares the upper layer of a trial's workspace with the task's files to show what the agent changed."""

from __future__ import annotations

import difflib
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from headwater.report._files import read_start

_MAX_FILES = 200
_MAX_ENTRIES = 5_000
_MAX_BYTES = 256 << 10
_MAX_LINES = 1_500
"""The maximum number of compared lines. Comparing larger files could take minutes, and nobody would read the result."""
_MAX_SHOWN = 6_000
_CONTEXT = 3
_SKIPPED = frozenset(
    {".git", ".venv", "venv", "node_modules", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache"}
)
_IGNORED = frozenset({".gitkeep"})
"""Files that are not copied into a workspace, so that they cannot count as deleted."""

How = Literal["added", "changed", "deleted"]
LineKind = Literal["added", "removed", "same", "place"]


@dataclass(frozen=True)
class DifferenceLine:
    """A line in a file's difference. A line of kind ``place`` gives the position of the lines that follow it.

    Attributes:
        before: The line number in the file as shipped by the task, or 0 if that file does not have the line.
        after: The line number in the file as left by the agent, or 0 if that file does not have the line.
    """

    kind: LineKind
    text: str
    before: int = 0
    after: int = 0


@dataclass(frozen=True)
class FileDifference:
    """The changes to one file.

    Attributes:
        note: Why lines are omitted. Empty if none are.
    """

    path: str
    how: How
    lines: tuple[DifferenceLine, ...] = ()
    note: str = ""

    @property
    def added(self) -> int:
        """The number of added lines."""
        return sum(line.kind == "added" for line in self.lines)

    @property
    def removed(self) -> int:
        """The number of removed lines."""
        return sum(line.kind == "removed" for line in self.lines)


@dataclass
class WorkspaceChanges:
    """All changed files, sorted by path, and notes about omissions."""

    files: list[FileDifference] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def read_changes(upper: Path, shipped: Path | None) -> WorkspaceChanges:
    """Compare the frozen upper layer of a workspace with the files that the task ships.

    Args:
        upper: The overlay's upper folder or, if the kernel does not support overlays, a complete copy, which a
            ``.whole`` file marks.
        shipped: The task's workspace, or None if it no longer exists. In that case, all files count as added.
    """
    changes = WorkspaceChanges()
    found = _Upper()
    if not upper.is_symlink() and upper.is_dir():
        found.walk(upper)
    is_whole = upper.with_name(f"{upper.name}.whole").exists()
    hiding = (*found.deleted, *found.opaque)
    if shipped is not None and (hiding or is_whole):
        for path in _files(shipped):
            is_hidden = is_whole or any(path == each or path.startswith(f"{each}/") for each in hiding)
            if is_hidden and path not in found.entries:
                changes.files.append(_deleted(shipped, path))
    for path, kind in found.entries.items():
        change = _compare(upper, shipped, path, kind)
        if change is not None:
            changes.files.append(change)
    changes.files.sort(key=lambda change: change.path)
    _limit(changes, found)
    return changes


class _Upper:
    """The entries in an overlay's upper layer. A character device marks a deletion."""

    def __init__(self) -> None:
        self.entries: dict[str, str] = {}
        self.deleted: list[str] = []
        self.opaque: list[str] = []
        self.skipped: list[str] = []
        self.is_cut = False

    def walk(self, root: Path) -> None:
        pending = [""]
        while pending:
            folder = pending.pop()
            try:
                entries = sorted(os.scandir(root / folder), key=lambda entry: entry.name)
            except OSError:  # the path is too long
                continue
            for entry in entries:
                path = f"{folder}/{entry.name}" if folder else entry.name
                if len(self.entries) >= _MAX_ENTRIES:
                    self.is_cut = True
                    return
                status = entry.stat(follow_symlinks=False)
                if stat.S_ISCHR(status.st_mode) and status.st_rdev == 0:
                    self.deleted.append(path)
                elif not stat.S_ISDIR(status.st_mode):
                    self.entries[path] = _kind(entry, status)
                elif entry.name in _SKIPPED:
                    self.skipped.append(path)
                else:
                    if _is_opaque(Path(entry.path)):
                        self.opaque.append(path)
                    pending.append(path)


def _kind(entry: os.DirEntry[str], status: os.stat_result) -> str:
    if stat.S_ISREG(status.st_mode):
        return ""
    if stat.S_ISLNK(status.st_mode):
        return f"a link to {Path(entry.path).readlink()}"
    return "a special file"


def _is_opaque(folder: Path) -> bool:
    try:
        return os.getxattr(folder, "user.overlay.opaque", follow_symlinks=False) == b"y"
    except OSError:  # the attribute is missing, or the file system has no attributes
        return False


def _files(root: Path) -> Iterator[str]:
    for path in sorted(root.rglob("*")):
        if path.is_file() and path.name not in _IGNORED and not _SKIPPED & set(path.parts):
            yield path.relative_to(root).as_posix()


def _deleted(shipped: Path, path: str) -> FileDifference:
    before = read_start(shipped / path, _MAX_BYTES)
    lines = before.text.splitlines() if before and before.is_text else []
    return FileDifference(
        path,
        "deleted",
        tuple(DifferenceLine("removed", line, before=at) for at, line in enumerate(lines[:_MAX_LINES], 1)),
    )


def _compare(upper: Path, shipped: Path | None, path: str, kind: str) -> FileDifference | None:
    """Return the changes to one entry, or None if its content is as shipped."""
    before = read_start(shipped / path, _MAX_BYTES) if shipped else None
    how: How = "changed" if before else "added"
    if kind:
        return FileDifference(path, how, note=f"is {kind}")
    after = read_start(upper / path, _MAX_BYTES)
    if after is None:
        return FileDifference(path, how, note="could not be read")
    if before is not None and before == after:
        return None
    if not after.is_text or (before and not before.is_text):
        return FileDifference(path, how, note=f"not text; {after.size:,} bytes")
    if after.size > _MAX_BYTES:
        return FileDifference(path, how, note=f"{after.size:,} bytes, too many to show")
    old = before.text.splitlines() if before else []
    new = after.text.splitlines()
    if before is None:
        note = f"the first {_MAX_LINES:,} of {len(new):,} lines" if len(new) > _MAX_LINES else ""
        added = tuple(DifferenceLine("added", line, after=at) for at, line in enumerate(new[:_MAX_LINES], 1))
        return FileDifference(path, how, added, note)
    if max(len(old), len(new)) > _MAX_LINES:
        return FileDifference(path, how, note=f"{len(old):,} lines became {len(new):,}, too many to compare")
    return FileDifference(path, how, tuple(_difference(old, new)))


def _difference(old: list[str], new: list[str]) -> Iterator[DifferenceLine]:
    kinds: dict[str, LineKind] = {"@": "place", "+": "added", "-": "removed", " ": "same"}
    before = after = 0
    for line in list(difflib.unified_diff(old, new, n=_CONTEXT, lineterm=""))[2:]:
        kind = kinds[line[0]]
        if kind == "place":
            before, after = _starts(line)
            yield DifferenceLine(kind, line.strip("@ "))
            continue
        in_old, in_new = kind != "added", kind != "removed"
        yield DifferenceLine(kind, line[1:], before if in_old else 0, after if in_new else 0)
        before, after = before + in_old, after + in_new


def _starts(place: str) -> tuple[int, int]:
    """Return the two starting line numbers in a header such as ``@@ -3,7 +3,8 @@``."""
    _, before, after, _ = place.split()
    return int(before[1:].partition(",")[0]), int(after[1:].partition(",")[0])


def _limit(changes: WorkspaceChanges, upper: _Upper) -> None:
    """Drop lines and files that exceed a page's limits, and add notes about them."""
    lines_shown = 0
    for number, change in enumerate(changes.files):
        if lines_shown > _MAX_SHOWN and change.lines:
            changes.files[number] = FileDifference(
                change.path, change.how, note=f"{len(change.lines):,} lines, not shown"
            )
        lines_shown += len(change.lines)
    if len(changes.files) > _MAX_FILES:
        changes.notes.append(f"{len(changes.files) - _MAX_FILES:,} more files are not shown.")
        del changes.files[_MAX_FILES:]
    if upper.is_cut:
        changes.notes.append(f"The agent left more than {_MAX_ENTRIES:,} files; the others were not read.")
    if upper.skipped:
        changes.notes.append(f"Folders of tools were left out: {', '.join(upper.skipped[:8])}.")
