"""Wraps Linux calls that are missing in Python 3.11, such as those for namespaces, mounts and network interfaces."""

from __future__ import annotations

import ctypes
import fcntl
import os
import socket
import struct
from collections.abc import Sequence
from pathlib import Path

CLONE_FS = 0x0200
CLONE_NEWNS = 0x0002_0000
CLONE_NEWUTS = 0x0400_0000
CLONE_NEWIPC = 0x0800_0000
CLONE_NEWUSER = 0x1000_0000
CLONE_NEWPID = 0x2000_0000
CLONE_NEWNET = 0x4000_0000

MS_RDONLY = 0x1
MS_NOSUID = 0x2
MS_NODEV = 0x4
MS_NOEXEC = 0x8
MS_BIND = 0x1000
MS_REC = 0x4000
MS_PRIVATE = 0x4_0000

_MNT_DETACH = 0x2

# These calls, available since Linux 5.2, create a mount before it is attached. All architectures use the same numbers.
_MOVE_MOUNT, _FSOPEN, _FSCONFIG, _FSMOUNT = 429, 430, 431, 432
_CLOSE_ON_EXEC = 1
_SET_FLAG, _SET_STRING, _CREATE = 0, 1, 6
_ATTR_NOSUID, _ATTR_NODEV, _ATTR_NOATIME = 0x2, 0x4, 0x10
_FROM_DESCRIPTOR = 0x4
_AT_FDCWD = -100

_FAN_CLOEXEC, _FAN_NONBLOCK, _FAN_UNLIMITED_MARKS = 0x1, 0x2, 0x20
_FAN_MARK_ADD, _FAN_MARK_FILESYSTEM, _FAN_MARK_IGNORED, _FAN_MARK_SURVIVES = 0x1, 0x100, 0x20, 0x40
_FAN_OPEN = 0x20

_PR_SET_PDEATHSIG = 1
_KEYCTL = {"x86_64": 250, "aarch64": 219}
_KEYCTL_JOIN_SESSION_KEYRING = 1
_SIOCGIFFLAGS = 0x8913
_SIOCSIFFLAGS = 0x8914
_IFF_UP = 0x1

_libc = ctypes.CDLL(None, use_errno=True)


def _check(result: int, what: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def unshare(flags: int) -> None:
    """Move the calling thread into new namespaces."""
    _check(_libc.unshare(flags), "unshare")


def setns(fd: int, kind: int) -> None:
    """Move the calling thread into the namespace behind ``fd``."""
    _check(_libc.setns(fd, kind), "setns")


def mount(source: str, target: Path, kind: str = "", flags: int = 0, options: str = "") -> None:
    """Call ``mount`` with the arguments of the system call."""
    result = _libc.mount(source.encode(), os.fsencode(target), kind.encode() or None, flags, options.encode() or None)
    _check(result, f"mount {kind or 'bind'} {source} on {target}")


def mount_detached(device: str, kind: str, flags: Sequence[str]) -> int:
    """Create a detached mount of a device, and return its descriptor, which another process can attach.

    The mount is noatime, nosuid and nodev.

    Raises:
        OSError: The kernel does not have these calls, or refuses them.
    """
    context = _call(_FSOPEN, kind.encode(), _CLOSE_ON_EXEC)
    try:
        _call(_FSCONFIG, context, _SET_STRING, b"source", device.encode(), 0)
        for flag in flags:
            _call(_FSCONFIG, context, _SET_FLAG, flag.encode(), None, 0)
        _call(_FSCONFIG, context, _CREATE, None, None, 0)
        return _call(_FSMOUNT, context, _CLOSE_ON_EXEC, _ATTR_NOSUID | _ATTR_NODEV | _ATTR_NOATIME)
    finally:
        os.close(context)


def attach_mount(mounted: int, target: Path) -> None:
    """Attach a mount from ``mount_detached`` to ``target`` in this mount namespace."""
    _call(_MOVE_MOUNT, mounted, b"", _AT_FDCWD, os.fsencode(target), _FROM_DESCRIPTOR)


def _call(number: int, *arguments: int | bytes | None) -> int:
    result: int = _libc.syscall(ctypes.c_long(number), *arguments)
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"system call {number}: {os.strerror(error)}")
    return result


def unmount(target: Path) -> None:
    """Detach a mount now. The kernel frees it when its last user releases it."""
    _check(_libc.umount2(os.fsencode(target), _MNT_DETACH), f"unmount {target}")


def watch_opened(folder: int) -> int:
    """Return a descriptor that reports each file that is opened on the file system of ``folder``.

    Raises:
        OSError: The kernel does not support this, or does not allow it for this user.
    """
    flags = _FAN_CLOEXEC | _FAN_NONBLOCK | _FAN_UNLIMITED_MARKS
    group: int = _libc.fanotify_init(flags, os.O_RDONLY | os.O_CLOEXEC)
    _check(min(group, 0), "fanotify_init")
    try:
        _mark(group, _FAN_MARK_ADD | _FAN_MARK_FILESYSTEM, folder)
    except OSError:
        os.close(group)
        raise
    return group


def watch_no_more(group: int, file: int) -> None:
    """Exclude a file from further reports of ``watch_opened``."""
    _mark(group, _FAN_MARK_ADD | _FAN_MARK_IGNORED | _FAN_MARK_SURVIVES, file)


def _mark(group: int, flags: int, descriptor: int) -> None:
    _check(_libc.fanotify_mark(group, flags, ctypes.c_uint64(_FAN_OPEN), descriptor, None), "fanotify_mark")


def die_with_parent(signal_number: int) -> None:
    """Ask the kernel to signal this process when the thread that created it ends."""
    _check(_libc.prctl(_PR_SET_PDEATHSIG, signal_number, 0, 0, 0), "prctl")


def leave_session_keyring() -> None:
    """Join a new, empty keyring, because the inherited keyring contains the user's keys and is shared by all trials."""
    number = _KEYCTL.get(os.uname().machine)
    if number is not None:
        # A kernel without keyrings refuses the call, and there are no keys to inherit.
        _libc.syscall(number, _KEYCTL_JOIN_SESSION_KEYRING, None)


def bring_up_loopback() -> None:
    """Set ``lo`` up in the network namespace of the calling thread."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        request = struct.pack("16sh14s", b"lo", 0, b"")
        flags = struct.unpack("16sh14s", fcntl.ioctl(sock, _SIOCGIFFLAGS, request))[1]
        fcntl.ioctl(sock, _SIOCSIFFLAGS, struct.pack("16sh14s", b"lo", flags | _IFF_UP, b""))
