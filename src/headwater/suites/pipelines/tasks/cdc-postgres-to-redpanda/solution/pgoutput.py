"""Decode relations and row changes from Postgres's output plugin pgoutput, protocol version 1."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

Row = dict[str, str | None]


@dataclass(frozen=True)
class Change:
    """A change to a row; `old` is None for inserts, and `new` is None for deletes."""

    lsn: int
    op: str
    old: Row | None
    new: Row | None


OPS = {b"I": "insert", b"U": "update", b"D": "delete"}


class Reader:
    """A cursor over the bytes of one message."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, form: str) -> int:
        (value,) = struct.unpack_from(form, self._data, self._at)
        self._at += struct.calcsize(form)
        return value

    def byte(self) -> bytes:
        self._at += 1
        return self._data[self._at - 1 : self._at]

    def text(self, size: int | None = None) -> str:
        """Return the next text, which is `size` bytes long or ends at the next zero byte."""
        end = self._data.index(b"\0", self._at) if size is None else self._at + size
        text = self._data[self._at : end].decode()
        self._at = end + (size is None)
        return text

    def row(self, columns: list[str]) -> Row:
        """Return the values of a row, without unchanged TOASTed values."""
        row: Row = {}
        for column in columns[: self.take(">H")]:
            kind = self.byte()
            if kind == b"n":
                row[column] = None
            elif kind == b"t":
                row[column] = self.text(self.take(">I"))
        return row


class Decoder:
    """A stateful decoder, because a relation message applies until the next message about the same relation."""

    def __init__(self) -> None:
        self._columns: dict[int, list[str]] = {}
        self.confirmable = 0

    def changes(self, lsn: int, data: bytes) -> Iterator[Change]:
        """Yield the change if the message contains one; a commit sets `confirmable` to its end position."""
        reader = Reader(data)
        kind = reader.byte()
        if kind == b"R":
            self._read_relation(reader)
        elif kind == b"C":
            reader.take(">B")
            reader.take(">Q")
            self.confirmable = reader.take(">Q")
        elif kind in OPS:
            columns = self._columns[reader.take(">I")]
            old, part = None, reader.byte()
            if part in (b"K", b"O"):
                old = reader.row(columns)
                part = reader.byte()
            # With the replica identity FULL, the old row contains the values that the new one omits.
            new = {**(old or {}), **reader.row(columns)} if part == b"N" else None
            yield Change(lsn, OPS[kind], old, new)

    def _read_relation(self, reader: Reader) -> None:
        relation = reader.take(">I")
        reader.text()
        reader.text()
        reader.byte()
        columns = []
        for _ in range(reader.take(">H")):
            reader.byte()
            columns.append(reader.text())
            reader.take(">I")
            reader.take(">i")
        self._columns[relation] = columns
