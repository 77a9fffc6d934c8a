"""Parses marks: messages from the shell to the session, embedded in the shell's output so that they stay in order.

A mark is an escape sequence that terminals ignore, ``ESC ] 7001 ; secret ; kind ; payload BEL``. The secret prevents a
file with such a sequence from imitating the shell. Marks are removed from the terminal's output.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

_END = b"\x07"
_LONGEST = 1 << 20


class ShellMark(NamedTuple):
    """A message from the shell: a command ``began`` or ``ended``, or the person wants to end the trial."""

    kind: str
    payload: bytes


class MarkReader:
    """Splits the shell's output into marks and other output."""

    def __init__(self, secret: str) -> None:
        self._begin = f"\x1b]7001;{secret};".encode()
        self._pending = b""

    def feed(self, data: bytes) -> Iterator[bytes | ShellMark]:
        """Yield the parts of the output in order. The beginning of a mark is held back until the rest arrives."""
        data = self._pending + data
        while (start := data.find(self._begin)) >= 0:
            end = data.find(_END, start)
            if end < 0 and len(data) - start <= _LONGEST:
                break
            if start:
                yield data[:start]
            if end < 0:  # too long for a mark
                self._pending = b""
                yield data[start:]
                return
            kind, _, payload = data[start + len(self._begin) : end].partition(b";")
            yield ShellMark(kind.decode(errors="replace"), payload)
            data = data[end + 1 :]
        if start < 0:
            start = len(data) - self._partial_mark_length(data)
        self._pending = data[start:]
        if start:
            yield data[:start]

    def _partial_mark_length(self, data: bytes) -> int:
        """Return the number of bytes at the end that may be the beginning of a mark."""
        for length in range(min(len(self._begin) - 1, len(data)), 0, -1):
            if data.endswith(self._begin[:length]):
                return length
        return 0
