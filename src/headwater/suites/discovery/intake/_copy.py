"""A copy of a lake's data in the cache, which is what agents see."""

from __future__ import annotations

import errno
import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path

from headwater.errors import NoRoomError, OptionError, access_error
from headwater.locks import exclusive
from headwater.sandbox import remove_tree
from headwater.suites.discovery.lake import DATASETS, Lake

_NAME = re.compile(r"[a-z][a-z0-9]*")
_DIGITS = 12
_CHUNK = 1 << 20


def lake_name(given: str, folder: Path, taken: tuple[str, ...]) -> str:
    """Return the name of a lake, which begins the ids of its tasks: that which is given, or that of its folder.

    Raises:
        OptionError: It is no name, or that of one of our communities.
    """
    name = given or "".join(re.findall(r"[a-z0-9]+", folder.resolve().name.lower()))
    if not _NAME.fullmatch(name):
        raise OptionError(f"{name!r} is no name of a lake", where="--name", fix="use small letters and digits")
    if name in taken:
        raise OptionError(f"{name} is a community of Headwater's own", where="--name", fix="give another name")
    return name


def copy_lake(lake: Lake, name: str, home: Path) -> Path:
    """Return the folder of a copy, which is made if these files were not copied before.

    Files are the same if their paths, sizes and times of change are. Whoever runs an agent can read the copy.

    Raises:
        NoRoomError: The file system is full.
        UserError: A file cannot be read.
    """
    lakes = home / "discovery" / "lakes"
    folder = lakes / f"{name}-{_digest(lake)}"
    lakes.mkdir(parents=True, exist_ok=True)
    with exclusive(lakes / f"{folder.name}.lock"):
        if not folder.is_dir():
            building = folder.with_name(f"{folder.name}.building")
            remove_tree(building)
            for source, path in _files(lake):
                _copy(source, building / path)
            building.rename(folder)
    return folder


def _files(lake: Lake) -> Iterator[tuple[Path, str]]:
    for dataset in lake.datasets:
        for file in dataset.files:
            path = f"{DATASETS}/{dataset.name}/{file.path}"
            yield lake.folder / path, path


def _digest(lake: Lake) -> str:
    digest = hashlib.sha256()
    for source, path in _files(lake):
        try:
            status = source.stat()
        except OSError as error:
            raise access_error(error, source) from None
        digest.update(os.fsencode(path) + f"\0{status.st_size}\0{status.st_mtime_ns}\0".encode())
    return digest.hexdigest()[:_DIGITS]


def _copy(source: Path, target: Path) -> None:
    """Copy what a file has; its holes stay holes."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        with source.open("rb") as old, target.open("wb") as new:
            size = os.fstat(old.fileno()).st_size
            new.truncate(size)
            for start, end in _extents(old.fileno(), size):
                _copy_range(old.fileno(), new.fileno(), start, end)
            status = os.fstat(old.fileno())
        os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise NoRoomError(f"there is no room for a copy of {source}", where=target.parent) from None
        raise access_error(error, source) from None


def _extents(file: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield where a file has content."""
    end = 0
    while end < size:
        try:
            start = os.lseek(file, end, os.SEEK_DATA)
        except OSError as error:
            if error.errno == errno.ENXIO:  # nothing but a hole follows
                return
            raise
        end = os.lseek(file, start, os.SEEK_HOLE)
        yield start, end


def _copy_range(old: int, new: int, start: int, end: int) -> None:
    while start < end:
        content = os.pread(old, min(_CHUNK, end - start), start)
        if not content:  # it became shorter meanwhile
            return
        start += os.pwrite(new, content, start)
