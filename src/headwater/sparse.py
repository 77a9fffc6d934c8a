"""Copies sparse files without filling their holes."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator

_CHUNK = 1 << 20


def copy_content(source: int, target: int) -> None:
    """Copy the content of an open file to an empty file, which then has the same size and the same holes.

    Args:
        source: The descriptor of the file. The file may become shorter during the copy.
        target: The descriptor of a writable file.

    Raises:
        OSError: The source cannot be read, or the target cannot be written.
    """
    size = os.fstat(source).st_size
    os.ftruncate(target, size)
    for start, end in _extents(source, size):
        _copy_range(source, target, start, end)


def _extents(file: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield the ranges of a file that have content."""
    end = 0
    while end < size:
        try:
            start = os.lseek(file, end, os.SEEK_DATA)
        except OSError as error:
            if error.errno == errno.ENXIO:  # the rest of the file is a hole
                return
            raise
        end = os.lseek(file, start, os.SEEK_HOLE)
        yield start, end


def _copy_range(source: int, target: int, start: int, end: int) -> None:
    while start < end:
        content = os.pread(source, min(_CHUNK, end - start), start)
        if not content:  # the file became shorter during the copy
            return
        start += os.pwrite(target, content, start)
