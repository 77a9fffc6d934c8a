"""What the agent changed in its workspace: the upper layer of the trial's overlay, against the task's files."""

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
"""Beyond this a comparison line by line could take minutes, and nobody reads it."""
_MAX_SHOWN = 6_000
_CONTEXT = 3
_SKIPPED = frozenset(
    {".git", ".venv", "venv", "node_modules", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache"}
)
_IGNORED = frozenset({".gitkeep"})
"""Not copied into a workspace, so not there to be deleted."""

How = Literal["added", "changed", "deleted"]
Kind = Literal["added", "removed", "same", "place"]


@dataclass(frozen=True)
class Line:
    """One line of a difference; one of kind ``place`` says where the next ones are.

    Attributes:
        before: Its number in the file that the task ships; 0 if it is not there.
        after: Its number in the file that the agent left; 0 if it is not there.
    """

    kind: Kind
    text: str
    before: int = 0
    after: int = 0


@dataclass(frozen=True)
class Change:
    """One file.

    Attributes:
        note: Why there are no lines, or not all; empty where all are there.
    """

    path: str
    how: How
    lines: tuple[Line, ...] = ()
    note: str = ""

    @property
    def added(self) -> int:
        """Lines that are new."""
        return sum(line.kind == "added" for line in self.lines)

    @property
    def removed(self) -> int:
        """Lines that are gone."""
        return sum(line.kind == "removed" for line in self.lines)


@dataclass
class Changes:
    """All files, sorted by path, and what was left out, in words."""

    files: list[Change] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def read_changes(upper: Path, shipped: Path | None) -> Changes:
    """Compare a frozen workspace layer with the files that the task ships.

    Args:
        upper: The overlay's upper folder, or a whole copy where a kernel has no overlays (marked beside it).
        shipped: The task's workspace; None if it is not there any more, and all files then count as added.
    """
    changes = Changes()
    found = _Upper()
    if not upper.is_symlink() and upper.is_dir():
        found.walk(upper)
    is_whole = upper.with_name(f"{upper.name}.whole").exists()
    hiding = (*found.deleted, *found.opaque)
    if shipped is not None and (hiding or is_whole):
        for path in _files(shipped):
            hidden = is_whole or any(path == each or path.startswith(f"{each}/") for each in hiding)
            if hidden and path not in found.entries:
                changes.files.append(_deleted(shipped, path))
    for path, kind in found.entries.items():
        change = _compare(upper, shipped, path, kind)
        if change is not None:
            changes.files.append(change)
    changes.files.sort(key=lambda change: change.path)
    _limit(changes, found)
    return changes


class _Upper:
    """The entries of an upper layer; a deletion is a mark of its own there."""

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
            except OSError:  # deeper than a path can be long
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
    except OSError:  # has none, or the file system has no attributes
        return False


def _files(root: Path) -> Iterator[str]:
    for path in sorted(root.rglob("*")):
        if path.is_file() and path.name not in _IGNORED and not _SKIPPED & set(path.parts):
            yield path.relative_to(root).as_posix()


def _deleted(shipped: Path, path: str) -> Change:
    before = read_start(shipped / path, _MAX_BYTES)
    lines = before.text.splitlines() if before and before.is_text else []
    return Change(
        path, "deleted", tuple(Line("removed", line, before=at) for at, line in enumerate(lines[:_MAX_LINES], 1))
    )


def _compare(upper: Path, shipped: Path | None, path: str, kind: str) -> Change | None:
    """Return the change of one entry; None if its content is what was shipped."""
    before = read_start(shipped / path, _MAX_BYTES) if shipped else None
    how: How = "changed" if before else "added"
    if kind:
        return Change(path, how, note=f"is {kind}")
    after = read_start(upper / path, _MAX_BYTES)
    if after is None:
        return Change(path, how, note="could not be read")
    if before is not None and before == after:
        return None
    if not after.is_text or (before and not before.is_text):
        return Change(path, how, note=f"not text; {after.size:,} bytes")
    if after.size > _MAX_BYTES:
        return Change(path, how, note=f"{after.size:,} bytes, too many to show")
    old = before.text.splitlines() if before else []
    new = after.text.splitlines()
    if before is None:
        note = f"the first {_MAX_LINES:,} of {len(new):,} lines" if len(new) > _MAX_LINES else ""
        added = tuple(Line("added", line, after=at) for at, line in enumerate(new[:_MAX_LINES], 1))
        return Change(path, how, added, note)
    if max(len(old), len(new)) > _MAX_LINES:
        return Change(path, how, note=f"{len(old):,} lines became {len(new):,}, too many to compare")
    return Change(path, how, tuple(_difference(old, new)))


def _difference(old: list[str], new: list[str]) -> Iterator[Line]:
    kinds: dict[str, Kind] = {"@": "place", "+": "added", "-": "removed", " ": "same"}
    before = after = 0
    for line in list(difflib.unified_diff(old, new, n=_CONTEXT, lineterm=""))[2:]:
        kind = kinds[line[0]]
        if kind == "place":
            before, after = _starts(line)
            yield Line(kind, line.strip("@ "))
            continue
        in_old, in_new = kind != "added", kind != "removed"
        yield Line(kind, line[1:], before if in_old else 0, after if in_new else 0)
        before, after = before + in_old, after + in_new


def _starts(place: str) -> tuple[int, int]:
    """Return the numbers of the first lines that follow ``@@ -3,7 +3,8 @@``."""
    _, before, after, _ = place.split()
    return int(before[1:].partition(",")[0]), int(after[1:].partition(",")[0])


def _limit(changes: Changes, found: _Upper) -> None:
    """Drop lines and files beyond what a page can show, and say so."""
    shown = 0
    for number, change in enumerate(changes.files):
        if shown > _MAX_SHOWN and change.lines:
            changes.files[number] = Change(change.path, change.how, note=f"{len(change.lines):,} lines, not shown")
        shown += len(change.lines)
    if len(changes.files) > _MAX_FILES:
        changes.notes.append(f"{len(changes.files) - _MAX_FILES:,} more files are not shown.")
        del changes.files[_MAX_FILES:]
    if found.is_cut:
        changes.notes.append(f"The agent left more than {_MAX_ENTRIES:,} files; the others were not read.")
    if found.skipped:
        changes.notes.append(f"Folders of tools were left out: {', '.join(found.skipped[:8])}.")
