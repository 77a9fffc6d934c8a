"""Uses communities in place: the cache contains a link to their data instead of a copy."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from headwater.errors import access_error

_FOLDER = "discovery/communities"
_DIGITS = 12


@dataclass(frozen=True)
class CommunityData:
    """The data of a community.

    Attributes:
        data: The name of the link in the cache, which contains a digest of paths, sizes and modification times.
        folder: The target of the link.
        files: Paths below the folder, with sizes in bytes. Links are skipped because they could lead outside the
            folder.
    """

    data: str
    folder: Path
    files: Mapping[str, int]


def place_community(home: Path, name: str, folder: Path) -> CommunityData:
    """Create a cache link to the data of a community.

    Raises:
        UserError: One of its folders cannot be read.
    """
    folder = folder.resolve()
    found = dict(sorted(_files(folder).items()))
    digest = hashlib.sha256()
    for path, status in found.items():
        digest.update(os.fsencode(path) + f"\0{status.st_size}\0{status.st_mtime_ns}\0".encode())
    data = f"{_FOLDER}/{name.replace('_', '-')}-{digest.hexdigest()[:_DIGITS]}"
    _link(home / data, folder)
    return CommunityData(data, folder, {path: status.st_size for path, status in found.items()})


def _files(folder: Path) -> dict[str, os.stat_result]:
    found = {}
    for place, _, names in os.walk(folder, onerror=_refuse):
        for name in names:
            path = Path(place, name)
            status = path.lstat()
            if stat.S_ISREG(status.st_mode):
                found[path.relative_to(folder).as_posix()] = status
    return found


def _refuse(error: OSError) -> NoReturn:
    raise access_error(error, error.filename) from None


def _link(link: Path, folder: Path) -> None:
    """Point a link at a folder. The link's previous target contained the same files."""
    link.parent.mkdir(parents=True, exist_ok=True)
    if not link.is_symlink() or link.readlink() != folder:
        new = link.with_name(f".{link.name}-{os.getpid()}")
        new.symlink_to(folder)
        new.replace(link)
