"""Mounts copy-on-write directories. The lower layers never change, and the upper layer receives every change."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from headwater.errors import SandboxError
from headwater.sandbox import _linux
from headwater.sandbox._fixes import FOR_OVERLAYS
from headwater.sandbox._neutral import mount_named
from headwater.sandbox._renames import (
    CopiedFolders,
    FolderRenames,
    LinkedFiles,
    copy_subfolders,
    fill_with_links,
    layer_name,
)


@dataclass(frozen=True)
class Layers:
    """The layers of a directory.

    Attributes:
        lower: Read-only layers, with the uppermost first.
        upper: The layer that receives the changes. Its sibling ``<upper>.work`` is used during the mount.
        renames: Set if the program renames folders of lower layers.
    """

    lower: tuple[Path, ...]
    upper: Path
    renames: FolderRenames | None = None


def mount_overlay(layers: Layers, target: Path, stage: Path) -> None:
    """Mount the layers on ``target`` in this mount namespace.

    ``userxattr`` allows the mount in a user namespace, and gives layers written by root and by an ordinary user the
    same format. ``volatile`` skips flushing to disk, because a trial that is interrupted by a machine crash runs again.
    ``xino`` shows one device number for all files, even if the layers are on several file systems.

    Raises:
        SandboxError: The layers can be neither mounted nor copied.
    """
    work = layers.upper.with_name(f"{layers.upper.name}.work")
    for folder in (target, layers.upper):
        folder.mkdir(parents=True, exist_ok=True)
    if isinstance(layers.renames, LinkedFiles):
        fill_with_links(layers.lower, layers.upper, layers.renames)
        _linux.mount(str(layers.upper), target, flags=_linux.MS_BIND | _linux.MS_REC)
        for number, lower in enumerate(reversed(layers.lower)):
            # Each layer is an overlay, because the program may change the mode of files. Only their content is fixed.
            mount_overlay(Layers((lower,), work / layer_name(number)), target / layer_name(number), stage)
        return
    match_owner(layers.lower[0], layers.upper)
    # A copied layer is complete, so an overlay would add nothing.
    if _is_whole(layers.lower[0]) or not _mount_if_possible(layers, target, stage, work):
        _copy(layers, target)
    elif isinstance(layers.renames, CopiedFolders):
        copy_subfolders(target, layers.renames)


def _mount_if_possible(layers: Layers, target: Path, stage: Path, work: Path) -> bool:
    """Mount an overlay, or return False if the file system of a layer cannot be part of one."""
    # The kernel prepares files in the work directory and renames them into the upper layer, so both must be on one
    # file system.
    work.mkdir(exist_ok=True)
    writable = {"upperdir": layers.upper, "workdir": work}
    try:
        mount_named(stage, target, layers.lower, writable, ("userxattr", "volatile", "xino=on"))
    except OSError as error:
        if error.errno == errno.EINVAL:  # the error that the kernel returns for such a file system
            return False
        raise SandboxError(f"no overlay can be mounted: {error}", where=layers.upper, fix=FOR_OVERLAYS) from None
    return True


def _copy(layers: Layers, target: Path) -> None:
    """Make a copy if the kernel refuses an overlay, for example on the overlay that is a container's own root.

    The upper layer becomes a complete copy of the lower layers, and a mark is placed next to it.
    """
    if len(layers.lower) > 1 and not _is_whole(layers.lower[0]):
        what = f"it cannot be on top of {layers.lower[0]}, which is a layer of an overlay"
        raise SandboxError(what, where=layers.upper, fix=FOR_OVERLAYS)
    # On a file system with reflinks, the copy shares blocks with the original.
    copied = subprocess.run(
        ["cp", "-a", "--reflink=auto", f"{layers.lower[0]}/.", str(layers.upper)],
        capture_output=True,
        text=True,
        check=False,
    )
    if copied.returncode != 0:
        raise SandboxError(f"{layers.lower[0]} could not be copied: {copied.stderr.strip()[-300:]}")
    _mark(layers.upper).touch()
    _linux.mount(str(layers.upper), target, flags=_linux.MS_BIND | _linux.MS_REC)


def _mark(upper: Path) -> Path:
    return upper.with_name(f"{upper.name}.whole")


def _is_whole(layer: Path) -> bool:
    return _mark(layer).exists()


def find_file(layers: Sequence[Path], name: str) -> Path | None:
    """Return the regular file with this name at the root of a directory without mounting the directory's layers.

    The uppermost layer that contains the name decides. If it is a link, a folder or the mark of a removed file in that
    layer, it hides the files in lower layers.

    Args:
        layers: The layers, the uppermost first.
        name: The name of the file.
    """
    for layer in layers:
        path = layer / name
        if os.path.lexists(path):
            return path if stat.S_ISREG(path.lstat().st_mode) else None
        # A complete copy contains no marks of removed files. A file that is not in the copy was removed.
        if _is_whole(layer):
            return None
    return None


def layer_paths(upper: Path) -> list[Path]:
    """Return the paths of an unmounted upper layer: its folder and, if it is a complete copy, its mark."""
    return [path for path in (upper, _mark(upper)) if path.exists()]


def match_owner(model: Path, folder: Path) -> None:
    """Give ``folder`` the owner and mode of ``model``, because the mount's root takes them from the upper layer."""
    shutil.copystat(model, folder)
    status = model.stat()
    if (status.st_uid, status.st_gid) != (folder.stat().st_uid, folder.stat().st_gid):
        shutil.chown(folder, status.st_uid, status.st_gid)


def remove_tree(folder: Path) -> None:
    """Remove a tree, even if a sandbox left directories that their owner cannot enter."""
    if not folder.exists():
        return
    # `rmtree` recurses, and a chain of a thousand folders exceeds the recursion limit.
    with contextlib.suppress(OSError, RecursionError):
        shutil.rmtree(folder)
        return
    remove = ["rm", "-rf", "--", str(folder)]
    if subprocess.run(remove, check=False, capture_output=True).returncode == 0:
        return
    subprocess.run(["chmod", "-R", "u+rwX", folder], check=False, capture_output=True)
    removed = subprocess.run(remove, check=False, capture_output=True, text=True)
    if removed.returncode != 0:
        raise SandboxError(f"{folder} could not be removed: {removed.stderr.strip()[-300:]}")


class DiskUsage(NamedTuple):
    """The number of bytes and entries below a folder."""

    size_bytes: int
    files: int


def disk_usage(folder: Path) -> DiskUsage:
    """Count bytes and entries below ``folder``. Files that vanish during the count are ignored."""
    total, files = 0, 0
    pending = [folder]
    while pending:
        try:
            with_children = list(pending.pop().iterdir())
        except OSError:
            continue
        files += len(with_children)
        for entry in with_children:
            try:
                status = entry.lstat()
            except OSError:
                continue
            # Blocks measure the space that a file uses, which is less than its size if the file is sparse.
            total += status.st_blocks * 512
            if stat.S_ISDIR(status.st_mode):
                pending.append(entry)
    return DiskUsage(total, files)
