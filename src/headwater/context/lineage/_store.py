"""Stores the index in one file, of which only the requested parts are read.

The file begins with a format marker. Sections follow, which contain the graph's arrays in their memory layout, names,
SQL and JSON. A header at the end lists the sections' offsets. Opening an index maps the file into memory. Nothing in
the file is executed, and a file that is damaged or has another version is rebuilt.
"""

from __future__ import annotations

import json
import mmap
import os
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from headwater import __version__
from headwater.context.lineage._form import Form, pack, unpack
from headwater.context.lineage._graph import INTEGERS, Arrays, LineageGraph
from headwater.context.lineage._parse import PARSER
from headwater.context.lineage._record import NodeRecord, pack_record, unpack_record
from headwater.errors import FileAccessError

_MAGIC = b"headwater lineage 4\n"
# A different parser version may derive different lineage from the same SQL.
_VERSION = f"headwater {__version__}, {PARSER}"
_HEAD = len(_MAGIC) + 12


class Store:
    """The memory-mapped file of an index.

    Attributes:
        meta: The JSON values that the writer passed as ``meta``.
    """

    def __init__(self, memory: memoryview, header: dict[str, Any]) -> None:
        self._memory = memory
        self._header = header
        self.meta: dict[str, Any] = header["meta"]

    @property
    def graph(self) -> LineageGraph:
        """The graph."""
        integers = {name: self._section(name).cast("i") for name in INTEGERS}
        return LineageGraph(Arrays(integers, self._section("texts"), self._section("sql")))

    def _section(self, name: str) -> memoryview:
        start, length = self._header["sections"][name]
        return self._memory[_HEAD + start : _HEAD + start + length]

    def json(self, name: str) -> Any:
        """Return the value of a JSON section."""
        return json.loads(bytes(self._section(name)))

    def records(self) -> dict[str, NodeRecord]:
        """Return the records of all nodes."""
        return {name: unpack_record(data) for name, data in self.json("records").items()}

    @property
    def forms(self) -> Mapping[str, Form]:
        """The reduced forms of queries, keyed by the digest of their SQL. Each form is read on access."""
        return _Forms(self._section("forms"), self.json("form_places"))


class _Forms(Mapping[str, Form]):
    def __init__(self, memory: memoryview, places: dict[str, tuple[int, int]]) -> None:
        self._memory = memory
        self._places = places

    def __getitem__(self, key: str) -> Form:
        start, length = self._places[key]
        return unpack(bytes(self._memory[start : start + length]))

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def open_store(path: Path) -> Store | None:
    """Map an index's file into memory, or return None if it is missing, damaged or has another version."""
    try:
        with path.open("rb") as file:
            memory = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError):  # the file is missing or empty
        return None
    try:
        header_start = int.from_bytes(memory[len(_MAGIC) : len(_MAGIC) + 8], "little")
        check = int.from_bytes(memory[len(_MAGIC) + 8 : _HEAD], "little")
        if bytes(memory[: len(_MAGIC)]) != _MAGIC or zlib.crc32(memory[_HEAD:]) != check:
            return None
        header = json.loads(bytes(memory[header_start:]))
    except ValueError:
        return None
    return Store(memory, header) if header["version"] == _VERSION else None


def write_store(
    path: Path,
    graph: LineageGraph,
    records: Mapping[str, NodeRecord],
    forms: Mapping[str, Form],
    parts: Mapping[str, Any],
    meta: Mapping[str, Any],
) -> None:
    """Write an index's file atomically.

    Args:
        path: The path of the file. Its folder is created if necessary.
        graph: The graph.
        records: The records of all nodes.
        forms: The reduced forms of queries, keyed by the digest of their SQL.
        parts: JSON sections that are read on request.
        meta: JSON values that are read when the file is opened.

    Raises:
        FileAccessError: The file cannot be written.
    """
    blobs: dict[str, bytes] = {name: bytes(memoryview(graph.arrays.integers[name]).cast("B")) for name in INTEGERS}
    blobs |= {"texts": bytes(graph.arrays.texts), "sql": bytes(graph.arrays.sql)}
    blobs["records"] = _json({name: pack_record(record) for name, record in records.items()})
    packed = {key: pack(form) for key, form in forms.items()}
    places, offset = {}, 0
    for key, data in packed.items():
        places[key] = (offset, len(data))
        offset += len(data)
    blobs["forms"], blobs["form_places"] = b"".join(packed.values()), _json(places)
    blobs |= {name: _json(value) for name, value in parts.items()}
    _write(path, blobs, dict(meta))


def _write(path: Path, blobs: Mapping[str, bytes], meta: dict[str, Any]) -> None:
    sections, body, offset = {}, [], 0
    for name, blob in blobs.items():
        sections[name] = (offset, len(blob))
        # Sections are aligned because arrays of integers are used in place.
        padding = -len(blob) % 8
        body += [blob, b"\0" * padding]
        offset += len(blob) + padding
    header = _json({"sections": sections, "meta": meta, "version": _VERSION})
    content = b"".join([*body, header])
    head = _MAGIC + (_HEAD + offset).to_bytes(8, "little") + zlib.crc32(content).to_bytes(4, "little")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Another process may read or write the file at the same time.
        descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(descriptor, "wb") as file:
            file.write(head)
            file.write(content)
        Path(name).replace(path)
    except OSError as error:
        raise FileAccessError(f"cannot be written ({error.strerror})", where=path) from None


def _json(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()
