"""Yields everything that is readable in a folder: contents, names, links, extended attributes and times."""

from __future__ import annotations

import mmap
import os
import stat
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from headwater.leaks._members import members
from headwater.leaks._tables import strings_of

_START = 16
_OVERLAY = "user.overlay."
"""Attributes of the overlay itself, which are invisible in a mounted overlay."""


@dataclass(frozen=True)
class ReadablePiece:
    """Some readable bytes, with their location.

    Attributes:
        is_whole: Whether the bytes are complete.
    """

    where: str
    data: bytes | memoryview
    is_whole: bool = True


def unpacked(piece: ReadablePiece) -> Iterator[ReadablePiece]:
    """Yield a piece and everything that is packed in it."""
    yield piece
    for member in members(piece.data):
        yield ReadablePiece(f"{piece.where} ({member.place})", member.data, member.is_whole)


def pieces(folder: Path, shown_as: str) -> Iterator[ReadablePiece]:
    """Yield every readable piece in a folder."""
    for path in sorted(folder.rglob("*")):
        where = f"{shown_as}/{path.relative_to(folder)}"
        yield ReadablePiece(f"the name {where}", os.fsencode(path.name))
        yield from _attributes(path, where)
        status = path.lstat()
        if stat.S_ISLNK(status.st_mode):
            yield ReadablePiece(f"the link {where}", os.fsencode(path.readlink()))
        elif stat.S_ISREG(status.st_mode) and status.st_size:
            yield from _contents(path, where)


def _attributes(path: Path, where: str) -> Iterator[ReadablePiece]:
    for name in os.listxattr(path, follow_symlinks=False):
        if not name.startswith(_OVERLAY):
            value = os.getxattr(path, name, follow_symlinks=False)
            yield from unpacked(ReadablePiece(f"the extended attribute {name} of {where}", value))


def _contents(path: Path, where: str) -> Iterator[ReadablePiece]:
    with (
        path.open("rb") as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content,
        memoryview(content) as view,
    ):
        yield from unpacked(ReadablePiece(where, view))
        start = bytes(view[:_START])
    for place, found in strings_of(path, start):
        yield ReadablePiece(f"{where} ({place})", found)


def odd_times(folder: Path, changed: Collection[str]) -> list[str]:
    """Return the changed files whose modification time gives them away, because no other file has that time.

    Args:
        folder: The workspace.
        changed: The paths of the files that the solution changes, relative to the workspace.
    """
    times: dict[str, int] = {}
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            times[path.relative_to(folder).as_posix()] = int(path.stat().st_mtime)
    others = {time for name, time in times.items() if name not in changed}
    return sorted(name for name in changed if name in times and others and times[name] not in others)
