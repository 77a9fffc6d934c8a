"""Watches files with inotify, so that unchanged files need not be checked.

When a system call writes, moves or deletes a file or changes its times, inotify reports this before the call returns,
regardless of the path or link that the call used. A write through a memory mapping is reported when the mapping is
closed. inotify does not report changes by other machines or in other layers of an overlay. Therefore only files on
local file systems are watched, by paths without links.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
import weakref
from collections.abc import Collection, Iterator, KeysView

_LOCAL = frozenset({0xEF53, 0x58465342, 0x9123683E, 0x01021994, 0xF2F52010})
"""The statfs(2) types of ext2 to ext4, XFS, Btrfs, tmpfs and F2FS. Overlays, FUSE and NFS are not included."""
_WATCHED_EVENTS = 0x2 | 0x4 | 0x8 | 0x400 | 0x800
"""The watched events: written, attributes or links changed, closed after writing, deleted, moved. See inotify(7)."""
_EVENT = struct.Struct("iIII")
_OVERFLOW = -1
_MOST = 50_000
"""The maximum number of watched files. Each watch takes about a kilobyte of the kernel's memory."""


class Watch:
    """Watches the files in one folder. The first call to `suspects` returns every file.

    Args:
        root: The folder, without links.
    """

    def __init__(self, root: str) -> None:
        self._root = root
        self._process = os.getpid()
        self._watched: dict[str, int] = {}
        self._names: dict[int, set[str]] = {}
        self._is_local: dict[str, bool] = {}
        self._queue = -1
        if sys.platform == "linux":
            self._system = ctypes.CDLL(None)
            self._queue = self._system.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._queue >= 0:
            self._end = weakref.finalize(self, os.close, self._queue)

    def suspects(self, names: KeysView[str]) -> Collection[str]:
        """Return which of the given files may have changed since the last call. Paths are relative to the folder."""
        if self._queue < 0 or len(names) > _MOST:
            return names
        if os.getpid() != self._process:  # after a fork, the event queue is shared with the parent
            self._give_up()
            return names
        for number in self._changed():
            changed = self._names.pop(number, set()) if number != _OVERFLOW else set(self._watched)
            for name in changed:
                self._watched.pop(name, None)
        found = names - self._watched.keys()
        for name in found:
            if not self._watch(name):
                return names
        return found

    def _watch(self, name: str) -> bool:
        """Watch a file if possible. Return False if no more files can be watched."""
        path = f"{self._root}/{name}"
        if not self._can_tell(os.path.dirname(path)) or os.path.islink(path):  # noqa: PTH114, PTH120 - hot
            return True
        number = self._system.inotify_add_watch(self._queue, os.fsencode(path), _WATCHED_EVENTS)
        if number >= 0:
            self._watched[name] = number
            self._names.setdefault(number, set()).add(name)
        elif os.path.exists(path):  # noqa: PTH110 - too many are watched by all programs of this user
            self._give_up()
            return False
        return True

    def _can_tell(self, folder: str) -> bool:
        known = self._is_local.get(folder)
        if known is None:
            status = ctypes.create_string_buffer(1024)
            is_known = self._system.statfs(os.fsencode(folder), status) == 0
            kind = ctypes.c_long.from_buffer(status).value
            is_real = os.path.realpath(folder) == os.path.normpath(folder)
            known = self._is_local[folder] = is_known and kind in _LOCAL and is_real
        return known

    def _changed(self) -> Iterator[int]:
        """Yield the inotify watch numbers that have events."""
        while True:
            try:
                events = os.read(self._queue, 1 << 16)
            except BlockingIOError:  # all events have been read
                return
            place = 0
            while place < len(events):
                number, _, _, length = _EVENT.unpack_from(events, place)
                place += _EVENT.size + length
                yield number

    def _give_up(self) -> None:
        self._end()
        self._queue = -1
