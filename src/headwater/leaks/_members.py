"""Unpacks compressed data inside bytes: gzip, zlib, bzip2, xz, zstd and zip members, wherever they begin.

Git objects, pages of Parquet files, batches of Kafka messages and nested archives can therefore be read without
knowledge of their formats.
"""

from __future__ import annotations

import bz2
import lzma
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

import zstandard
from ahocorasick_rs import BytesAhoCorasick

_MOST = 64 << 20
"""The maximum number of bytes that are unpacked from one stream."""
_PART = 64 << 10
_LEAST = 12
_DEPTH = 4
_GIT_PACK = b"PACK"
_ZLIB = (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")
_ZIP_HEADER = struct.Struct("<4xHHHHHIIIHH")
_DEFLATED = 8
_CHECKSUM = 16
_BLOCK = struct.Struct(f"<{_CHECKSUM}xBII")
# ClickHouse's code for the compression method.
_LZ4 = 0x82


@dataclass(frozen=True)
class PackedMember:
    """Data that was unpacked from a compressed stream.

    Attributes:
        place: The compression format and the offset at which the stream begins.
        is_whole: Whether the whole stream was unpacked.
    """

    place: str
    data: bytes
    is_whole: bool


class _Decompressor(Protocol):
    @property
    def eof(self) -> bool: ...
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


def _unpacked(decompressor: _Decompressor, data: memoryview) -> bytes:
    """Unpack the stream at the start of ``data``.

    The input is passed in parts, because a decompressor copies all input after the end of the stream.
    """
    found, size = [], 0
    for begin in range(0, len(data), _PART):
        found.append(decompressor.decompress(bytes(data[begin : begin + _PART]), _MOST - size))
        size += len(found[-1])
        if decompressor.eof or size == _MOST:
            break
    return b"".join(found)


def _gzip(data: memoryview) -> bytes:
    # 31 is the largest window, 15, plus 16 for the header of gzip.
    return _unpacked(zlib.decompressobj(31), data)


def _zlib(data: memoryview) -> bytes:
    return _unpacked(zlib.decompressobj(), data)


def _bz2(data: memoryview) -> bytes:
    return _unpacked(bz2.BZ2Decompressor(), data)


def _xz(data: memoryview) -> bytes:
    return _unpacked(lzma.LZMADecompressor(), data)


def _zstd(data: memoryview) -> bytes:
    with zstandard.ZstdDecompressor().stream_reader(data) as stream:
        return stream.read(_MOST)


def _zip(data: memoryview) -> bytes:
    """Unpack one zip member from its local header. Stored members are searched as plain bytes anyway."""
    _, _, method, _, _, _, _, _, name, extra = _ZIP_HEADER.unpack(data[: _ZIP_HEADER.size])
    if method != _DEFLATED:
        return b""
    # A negative window means that the stream has no header.
    return _unpacked(zlib.decompressobj(-15), data[_ZIP_HEADER.size + name + extra :])


_KINDS: dict[bytes, tuple[str, Callable[[memoryview], bytes]]] = {
    b"\x1f\x8b\x08": ("gzip", _gzip),
    b"BZh": ("bzip2", _bz2),
    b"\xfd7zXZ\x00": ("xz", _xz),
    b"\x28\xb5\x2f\xfd": ("zstd", _zstd),
    b"PK\x03\x04": ("zip", _zip),
}
_ALL = {**_KINDS, **dict.fromkeys(_ZLIB, ("zlib", _zlib))}
_ERRORS = (zlib.error, OSError, EOFError, ValueError, lzma.LZMAError, zstandard.ZstdError, struct.error)
_anywhere, _in_packs = BytesAhoCorasick(list(_KINDS)), BytesAhoCorasick(list(_ALL))


def _clickhouse_blocks(view: memoryview) -> Iterator[bytes]:
    """Unpack a ClickHouse column file, which consists of LZ4 blocks, each preceded by a checksum and two sizes."""
    at = 0
    while len(view) - at > _BLOCK.size:
        method, packed, size = _BLOCK.unpack(view[at : at + _BLOCK.size])
        begin, end = at + _BLOCK.size, at + _CHECKSUM + packed
        if method != _LZ4 or not begin < end <= len(view) or size > _MOST:
            return
        from lz4.block import LZ4BlockError, decompress  # installed with the ClickHouse client

        try:
            yield decompress(view[begin:end], uncompressed_size=size)
        except LZ4BlockError:  # the header matched by chance
            return
        at = end


def members(data: bytes | memoryview, depth: int = _DEPTH) -> Iterator[PackedMember]:
    """Yield everything that is packed in the given bytes, recursively.

    The zlib marker is only two bytes long, so it is looked for only at the start of the data and in git packs.
    """
    view = memoryview(data)
    blocks = b"".join(_clickhouse_blocks(view))
    if blocks:
        yield PackedMember("blocks of ClickHouse", blocks, True)
    start = bytes(view[:4])
    if start == _GIT_PACK:
        found = [(list(_ALL)[kind], at) for kind, at, _ in _in_packs.find_matches_as_indexes(view)]
    else:
        found = [(list(_KINDS)[kind], at) for kind, at, _ in _anywhere.find_matches_as_indexes(view)]
        found += [(start[:2], 0)] if start[:2] in _ZLIB else []
    for mark, at in found:
        name, unpack = _ALL[mark]
        try:
            inner = unpack(view[at:])
        except _ERRORS:  # the marker matched by chance
            continue
        if len(inner) < _LEAST:
            continue
        place = f"{name} at byte {at}"
        yield PackedMember(place, inner, len(inner) < _MOST)
        if depth > 1:
            yield from (replace(deeper, place=f"{place}, {deeper.place}") for deeper in members(inner, depth - 1))
