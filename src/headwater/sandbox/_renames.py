"""Lets a program rename folders in a lower layer.

In a user namespace, an overlay refuses to rename a folder in a lower layer (EXDEV), which engines do not expect. If the
program renames a few small folders, the upper layer gets copies of them. If it renames large ones, the upper layer gets
every folder, a copy of each file that may change in place, and a symbolic link for every other file. The links point
into the lower layer, which is mounted inside the folder.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

_LAYER = ".layer-"


@dataclass(frozen=True)
class LinkedFiles:
    """Describes the files that are shown as links.

    Attributes:
        shown_at: The path at which the program will see the mount.
        is_fixed: Returns whether the files in and below a folder are never changed in place.
    """

    shown_at: str
    is_fixed: Callable[[Path], bool]


@dataclass(frozen=True)
class CopiedFolders:
    """The folders, relative to the mount, whose subfolders the program renames. The subfolders are copied."""

    parents: tuple[str, ...]


FolderRenames = LinkedFiles | CopiedFolders
"""The ways in which a mount allows a program to rename folders."""


def copy_subfolders(mount: Path, folders: CopiedFolders) -> None:
    """Replace each subfolder of ``folders`` in a mounted overlay with a copy, which is a folder in the upper layer.

    A parent that is a link is left alone. An agent may have put it there, and it can lead out of the mount.
    """
    for parent in (mount / each for each in folders.parents):
        if parent.is_symlink():
            continue
        for folder in sorted(parent.iterdir()):
            if folder.is_dir() and not folder.is_symlink():
                copy = folder.with_name(f"{folder.name}.copy")
                _copy_tree(folder, copy)
                shutil.rmtree(folder)
                copy.rename(folder)


def _copy_tree(folder: Path, copy: Path) -> None:
    shutil.copytree(folder, copy, symlinks=True)
    for path in (folder, *folder.rglob("*")):
        _match_owner(path.lstat(), copy / path.relative_to(folder))


def layer_name(number: int) -> str:
    """Return the name of the folder at which a layer is mounted. Layers are counted from the lowest."""
    return f"{_LAYER}{number}"


def fill_with_links(lower: Sequence[Path], upper: Path, links: LinkedFiles) -> None:
    """Fill ``upper`` with the content of the first layer in ``lower``, which may contain links to the other layers."""
    layer = layer_name(len(lower) - 1)
    for folder, fixed in _folders(lower[0], links.is_fixed):
        relative = folder.relative_to(lower[0])
        _mirror(folder, upper / relative, f"{links.shown_at}/{layer}/{relative}" if fixed else None)


def _folders(root: Path, is_fixed: Callable[[Path], bool]) -> Iterator[tuple[Path, bool]]:
    """Yield each folder, parents first, and whether its files are fixed."""
    pending = [(root, False)]
    while pending:
        folder, inherited = pending.pop()
        fixed = inherited or is_fixed(folder)
        yield folder, fixed
        with os.scandir(folder) as entries:
            pending += [(Path(entry.path), fixed) for entry in entries if _is_own_folder(entry)]


def _is_own_folder(entry: os.DirEntry[str]) -> bool:
    return entry.is_dir(follow_symlinks=False) and not entry.name.startswith(_LAYER)


def _mirror(folder: Path, copy: Path, links_to: str | None) -> None:
    copy.mkdir(exist_ok=True)
    shutil.copystat(folder, copy)
    _match_owner(folder.stat(), copy)
    with os.scandir(folder) as entries:
        for entry in entries:
            target = copy / entry.name
            if entry.is_symlink():
                target.symlink_to(Path(entry.path).readlink())
            elif entry.is_dir():
                continue
            elif links_to is not None:
                target.symlink_to(f"{links_to}/{entry.name}")
            else:
                shutil.copy2(entry.path, target)
            _match_owner(entry.stat(follow_symlinks=False), target)


def _match_owner(status: os.stat_result, path: Path) -> None:
    if (status.st_uid, status.st_gid) != (os.geteuid(), os.getegid()):
        os.chown(path, status.st_uid, status.st_gid, follow_symlinks=False)
