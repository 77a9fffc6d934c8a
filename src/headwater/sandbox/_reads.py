"""Uses kernel events to record which files in a folder are opened in a sandbox.

The folder is shown through an overlay, which is a separate file system. On it, fanotify reports each file that any
program opens, through any link, even to map the file into memory. Only root can request these events, so Headwater
creates the descriptor from which the cell reads them. Listing a folder or querying a name or size does not open a file.

The first event of each file is enough, so the kernel is told to suppress further events. A program that opens the same
files repeatedly therefore costs nothing and cannot fill the queue. If the queue overflows nevertheless, the list is
reported as incomplete.
"""

from __future__ import annotations

import errno
import os
import select
import socket
import struct
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from headwater.sandbox import _linux
from headwater.sandbox._requests import answer, receive_given, request_descriptor

_EVENT = struct.Struct("=IBBHQii")
_BUFFER = 1 << 16
_NO_FILE = -1


class TraceRequest(NamedTuple):
    """A request to trace reads. A cell sends it before the descriptor of the folder."""


@dataclass(frozen=True)
class TracedRead:
    """The first access to a file.

    Attributes:
        path: The path relative to the folder. Bytes that are not UTF-8 are escaped with a backslash.
        at_sec: Seconds since the trace began.
        size_bytes: The size of the file.
    """

    path: str
    at_sec: float
    size_bytes: int


@dataclass(frozen=True)
class Reads:
    """The files that were opened, in the order of their first reads.

    Attributes:
        unknown: The reason why some or all reads are unknown. Empty if all are known.
    """

    files: tuple[TracedRead, ...] = ()
    unknown: str = ""


def answer_trace(channel: socket.socket) -> None:
    """Send a cell the descriptor that reports all files opened on the file system of its folder."""

    def make() -> int:
        folder = receive_given(channel)
        try:
            return _linux.watch_opened(folder)
        finally:
            os.close(folder)

    answered = answer(channel, make)
    if answered is not None:
        os.close(answered)


class ReadTrace:
    """Collects reads until it is stopped. A trace is used in a cell."""

    def __init__(self, folder: Path, unknown: str = "") -> None:
        """Start the trace.

        Args:
            folder: The folder, which must be the root of a file system.
            unknown: The reason why reads cannot be traced. Empty if they can.
        """
        self._unknown = unknown
        self._found: dict[str, TracedRead] = {}
        self._started = time.monotonic()
        self._thread: threading.Thread | None = None
        if unknown:
            return
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            reply = request_descriptor(TraceRequest(), descriptor)
        finally:
            os.close(descriptor)
        if isinstance(reply, str):
            self._unknown = f"the kernel does not report what is opened: {reply}"
            return
        self._events = reply
        self._wake_read, self._wake_write = os.pipe()
        self._thread = threading.Thread(target=self._collect, args=(folder,), name="reads", daemon=True)
        self._thread.start()

    def stop(self) -> Reads:
        """Stop the trace and return the reads. Call this once, after all programs that read the data have exited."""
        if self._thread is not None:
            os.write(self._wake_write, b".")
            self._thread.join()
            for descriptor in (self._events, self._wake_read, self._wake_write):
                os.close(descriptor)
        return Reads(tuple(self._found.values()), self._unknown)

    def _collect(self, folder: Path) -> None:
        waiting = select.poll()
        waiting.register(self._events, select.POLLIN)
        waiting.register(self._wake_read, select.POLLIN)
        try:
            # Programs need not wait for this list, because they cannot change the folder meanwhile.
            paths = _paths_below(folder)
            ready: set[int] = set()
            while self._wake_read not in ready:
                ready = {descriptor for descriptor, _ in waiting.poll()}
                # This also runs after the wake-up, so that no earlier event is lost.
                self._drain(paths)
        except OSError as error:
            self._unknown = f"the trace broke: {error}"

    def _drain(self, paths: Mapping[tuple[int, int], str]) -> None:
        while True:
            try:
                data = os.read(self._events, _BUFFER)
            except BlockingIOError:
                return
            except OSError as error:
                if error.errno in (errno.ENFILE, errno.EMFILE):
                    raise
                # The kernel cannot open some files for the reader, such as files that are being removed.
                self._unknown = f"a file that was opened could not be identified: {error}"
                continue
            for descriptor in _descriptors(data):
                if descriptor == _NO_FILE:
                    self._unknown = "more files were opened at once than the kernel reports"
                    continue
                try:
                    self._note(descriptor, paths)
                finally:
                    os.close(descriptor)

    def _note(self, descriptor: int, paths: Mapping[tuple[int, int], str]) -> None:
        status = os.fstat(descriptor)
        path = paths.get((status.st_dev, status.st_ino))
        if path is None:
            self._unknown = "a file was opened that the folder did not have at the start"
            return
        if path not in self._found:
            self._found[path] = TracedRead(path, round(time.monotonic() - self._started, 3), status.st_size)
        _linux.watch_no_more(self._events, descriptor)


def _descriptors(data: bytes) -> Iterator[int]:
    at = 0
    while at < len(data):
        length, _, _, _, _, descriptor, _ = _EVENT.unpack_from(data, at)
        yield descriptor
        at += length


def _paths_below(folder: Path) -> dict[tuple[int, int], str]:
    """Return the path of each file by device and inode number. A file with several names gets the first name."""
    found: dict[tuple[int, int], str] = {}
    pending = [os.fsencode(folder)]
    start = len(pending[0]) + 1
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if entry.is_dir(follow_symlinks=False):
                    pending.append(entry.path)
                elif entry.is_file(follow_symlinks=False):
                    status = entry.stat(follow_symlinks=False)
                    name = entry.path[start:].decode(errors="backslashreplace")
                    found.setdefault((status.st_dev, status.st_ino), name)
    return found
