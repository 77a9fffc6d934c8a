"""Copies a lake's data into the cache, where agents read it."""

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
from headwater.sparse import copy_content
from headwater.suites.discovery.lake import DATASETS, Lake

_NAME = re.compile(r"[a-z][a-z0-9]*")
_DIGITS = 12


def lake_name(given_name: str, folder: Path, taken_names: tuple[str, ...]) -> str:
    """Return the given name or, without one, the name of the lake's folder. The name prefixes the lake's task ids.

    Raises:
        OptionError: The name is invalid or taken.
    """
    name = given_name or "".join(re.findall(r"[a-z0-9]+", folder.resolve().name.lower()))
    if not _NAME.fullmatch(name):
        raise OptionError(f"{name!r} is not a valid lake name", where="--name", fix="use lower-case letters and digits")
    if name in taken_names:
        raise OptionError(f"{name} already prefixes the ids of other tasks", where="--name", fix="give another name")
    return name


def copy_lake(lake: Lake, name: str, home: Path) -> Path:
    """Copy the lake's files unless the cache already contains a copy of them, and return the folder of the copy.

    Files count as unchanged if their paths, sizes and modification times are unchanged. Anyone who can run an agent can
    read the copy.

    Raises:
        NoRoomError: The file system is full.
        UserError: A file cannot be read.
    """
    lakes = home / "discovery" / "lakes"
    folder = lakes / f"{name}-{_digest(lake)}"
    lakes.mkdir(parents=True, exist_ok=True)
    with exclusive(lakes / f"{folder.name}.lock"):
        if not folder.is_dir():
            # A folder with the final name is complete, even if a process was killed while it copied.
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
    """Copy the content of a file, preserving holes."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        with source.open("rb") as old, target.open("wb") as new:
            copy_content(old.fileno(), new.fileno())
            status = os.fstat(old.fileno())
        os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise NoRoomError(f"the disk is too full for a copy of {source}", where=target.parent) from None
        raise access_error(error, source) from None
