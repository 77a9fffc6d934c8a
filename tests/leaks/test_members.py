"""The cost of unpacking data, in bytes."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable

import pytest

from headwater.leaks._members import members

TEXT = b"orders = keep_latest(orders)\n" * 9000


def zipped(data: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("load.py", data)
    return packed.getvalue()


@pytest.mark.parametrize("pack", [bz2.compress, gzip.compress, lzma.compress, zipped, zlib.compress])
def test_bytes_after_a_stream_are_not_copied(pack: Callable[[bytes], bytes]) -> None:
    """Otherwise an archive of many members would take quadratic time."""
    behind = 32 << 20
    data = pack(TEXT) + bytes(behind)
    tracemalloc.start()
    try:
        found = [member.data for member in members(data)]
        assert tracemalloc.get_traced_memory()[1] < behind / 2
    finally:
        tracemalloc.stop()
    assert found == [TEXT]
