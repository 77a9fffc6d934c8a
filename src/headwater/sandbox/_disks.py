"""Provides a trial with separate file systems, so that programs that exceed its limits see a full disk.

A cell is in a user namespace and cannot mount a file system, but Headwater can. At the cell's request, Headwater writes
an image to an unnamed file in the folder that the disk replaces, creates a detached mount, and passes its descriptor to
the cell, which attaches the mount. Nothing has to be cleaned up, whichever process is killed, because the kernel frees
the loop device and the file when the last user of the mount has gone.
"""

from __future__ import annotations

import errno
import fcntl
import os
import socket
import struct
import subprocess
import tempfile
import threading
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from headwater.errors import SandboxError
from headwater.sandbox import _linux
from headwater.sandbox._overlay import layer_paths
from headwater.sandbox._requests import answer, request_descriptor
from headwater.sparse import copy_content

FILES = 200_000
"""The number of files, folders and links that a trial may create in its workspace, and in its services' data."""

_FILES_PER_MB = 100
_LEAST_FILES = 1000
_INODE = 256
_BLANKS = Path("/run/headwater-disks")
_UNMOUNT_SEC = 60.0
_TIGHT = 256 << 20
_TOO_DEEP = "File name too long"
_MAKE = ("mkfs.ext4", "-q", "-F", "-b", "4096", "-I", str(_INODE), "-m", "0", "-O", "^has_journal,^resize_inode")
_EXTENDED = "lazy_itable_init=1,assume_storage_prezeroed=1,nodiscard"
# The agent's output is copied before the file system is freed, so a machine crash loses nothing that is needed.
_FLAGS = ("noinit_itable", "nobarrier", "nodiscard")

_LOOP_CONTROL = "/dev/loop-control"
_LOOP_CTL_GET_FREE = 0x4C82
_LOOP_CONFIGURE = 0x4C0A
_LO_FLAGS_AUTOCLEAR = 4
# struct loop_config consists of the descriptor, the block size, loop_info64 with its flags at offset 52, and reserved
# bytes.
_CONFIG = struct.Struct("=II52xI176x64x")
_TRIES = 20


class DiskRequest(NamedTuple):
    """A cell's request for a disk.

    Attributes:
        folder: The folder on whose file system the disk's content is stored.
        disk_mb: The size of the disk in MiB.
        keep: The folders that are copied to ``folder`` when the cell has ended.
    """

    folder: Path
    disk_mb: int
    keep: tuple[str, ...] = ()


class _Disk(NamedTuple):
    """A disk in use: the descriptors of its detached mount and of its image."""

    mounted: int
    image: int
    request: DiskRequest


_images: dict[int, Path] = {}
"""The folders of all disks that this process has made, keyed by the descriptor of the image."""
_images_lock = threading.Lock()


def files_for(disk_mb: int) -> int:
    """Return the maximum number of files on a disk of this size."""
    return min(FILES, max(_LEAST_FILES, _FILES_PER_MB * disk_mb))


class DiskMaker:
    """Makes the disks of one cell, in Headwater's process."""

    def __init__(self, channel: socket.socket) -> None:
        """Set the socket over which the cell receives descriptors."""
        self._channel = channel
        self._disks: list[_Disk] = []

    def answer(self, request: DiskRequest) -> None:
        """Send the descriptor of a new disk, or the reason why no disk could be made."""

        def make() -> int:
            disk = _make_disk(request)
            self._disks.append(disk)
            with _images_lock:
                _images[disk.image] = request.folder
            return disk.mounted

        answer(self._channel, make)

    def close(self) -> None:
        """After the cell has ended, copy the folders that must be kept, and release the disks.

        A thread releases the disks, because the last process to release a file system has to wait. If there is little
        room, this call waits for the thread, so that space that is about to be freed is not attributed to other
        processes' files.

        Raises:
            OSError: The machine's disk is full.
            SandboxError: Something could not be copied.
        """
        try:
            for disk in self._disks:
                _keep(disk.mounted, disk.request)
        finally:
            unmount = threading.Thread(target=_close, args=(self._disks,), name="unmount")
            unmount.start()
            if any(_is_tight(disk.request.folder) for disk in self._disks):
                unmount.join(_UNMOUNT_SEC)


def space_of_disks(folder: Path) -> int | None:
    """Return the bytes that disks below a folder occupy on its file system. Return None if there is no disk.

    This includes space that was written and then freed on a disk, because its image does not shrink.
    """
    with _images_lock:
        images = [image for image, place in _images.items() if place.is_relative_to(folder)]
        return sum(os.fstat(image).st_blocks * 512 for image in images) if images else None


def _keep(mounted: int, request: DiskRequest) -> None:
    """Copy the folders that must be kept from a detached mount.

    Files whose path is too long to be opened are not copied. Readers of the state could not open them either.
    """
    root = Path(f"/proc/self/fd/{mounted}")
    sources = [str(path) for name in request.keep for path in layer_paths(root / name)]
    if not sources:
        return
    command = ["cp", "-a", "--", *sources, str(request.folder)]
    # The errors below are recognized by their text, which is English in the C locale.
    env = {**os.environ, "LC_ALL": "C"}
    copied = subprocess.run(
        command, capture_output=True, text=True, check=False, errors="replace", env=env, pass_fds=[mounted]
    )
    complaints = [line for line in copied.stderr.splitlines() if not line.endswith(_TOO_DEEP)]
    if any(line.endswith(os.strerror(errno.ENOSPC)) for line in complaints):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(request.folder))
    if complaints:
        raise SandboxError(f"the files of the trial could not be copied to {request.folder}: {complaints[-1]}")


def _is_tight(folder: Path) -> bool:
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize < _TIGHT


def _close(disks: Sequence[_Disk]) -> None:
    for disk in disks:
        os.close(disk.mounted)
        with _images_lock:
            del _images[disk.image]
            os.close(disk.image)


def attach_disk(target: Path, request: DiskRequest) -> str:
    """Mount an empty disk on ``target``, an empty folder. Return the reason if this is impossible, or an empty string.

    Raises:
        SandboxError: Headwater does not answer.
    """
    mounted = request_descriptor(request)
    if isinstance(mounted, str):
        return mounted
    try:
        _linux.attach_mount(mounted, target)
    except OSError as error:
        return str(error)
    finally:
        os.close(mounted)
    # Some programs refuse a folder that is not empty, and this file system is never repaired.
    (target / "lost+found").rmdir()
    return ""


def _make_disk(request: DiskRequest) -> _Disk:
    image = os.open(request.folder, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        _copy_blank(_blank(request.disk_mb), image)
        device, name = _attach_loop(image)
        try:
            # The mount keeps the device open, so its descriptor can be closed here.
            return _Disk(_linux.mount_detached(name, "ext4", _FLAGS), image, request)
        finally:
            os.close(device)
    except BaseException:
        os.close(image)
        raise


def _blank(disk_mb: int) -> Path:
    """Return the image of an empty file system of this size. Each image is created once per machine."""
    files = files_for(disk_mb)
    # The file system needs additional space for the inode table, plus two percent.
    size = (disk_mb << 20) + files * _INODE + (disk_mb << 20) // 50 + (1 << 20)
    arguments = [*_MAKE, "-N", str(files), "-E", _EXTENDED]
    path = _BLANKS / f"{size}-{zlib.crc32(repr(arguments).encode()):08x}.ext4"
    if path.exists():
        return path
    _BLANKS.mkdir(mode=0o700, exist_ok=True)
    # The temporary name is unique, because other processes may be creating the same file.
    with tempfile.NamedTemporaryFile(dir=_BLANKS, delete=False) as partial:
        partial.truncate(size)
    try:
        completed = subprocess.run([*arguments, partial.name], capture_output=True, text=True, check=False)
        if completed.returncode != 0:
            raise OSError(f"mkfs.ext4: {completed.stderr.strip()[-300:]}")
        # A rename is atomic, so no other process copies an incomplete file system.
        Path(partial.name).rename(path)
    finally:
        Path(partial.name).unlink(missing_ok=True)
    return path


def _copy_blank(blank: Path, image: int) -> None:
    """Copy the parts that are not holes, which total less than a megabyte."""
    source = os.open(blank, os.O_RDONLY | os.O_CLOEXEC)
    try:
        copy_content(source, image)
    finally:
        os.close(source)


def _attach_loop(image: int) -> tuple[int, str]:
    """Attach a loop device to the image, and return its descriptor and name. The kernel frees it with its last user."""
    control = os.open(_LOOP_CONTROL, os.O_RDWR | os.O_CLOEXEC)
    try:
        for _ in range(_TRIES):
            name = f"/dev/loop{fcntl.ioctl(control, _LOOP_CTL_GET_FREE)}"
            device = os.open(name, os.O_RDWR | os.O_CLOEXEC)
            try:
                fcntl.ioctl(device, _LOOP_CONFIGURE, _CONFIG.pack(image, 0, _LO_FLAGS_AUTOCLEAR))
            except OSError:  # another cell took this device
                os.close(device)
                continue
            return device, name
    finally:
        os.close(control)
    raise OSError("no loop device is free")
