"""Write zlib and ZIP streams without compression, so that their bytes do not depend on the version of zlib."""

from __future__ import annotations

import io
import zipfile
import zlib

_BLOCK = 65535
_EPOCH = (1980, 1, 1, 0, 0, 0)


def stored_zlib(content: bytes) -> bytes:
    """Return content as a zlib stream of stored (uncompressed) blocks."""
    blocks = [content[at : at + _BLOCK] for at in range(0, len(content), _BLOCK)] or [b""]
    stream = bytearray(b"\x78\x01")
    for number, block in enumerate(blocks, start=1):
        stream.append(number == len(blocks))
        stream += len(block).to_bytes(2, "little") + (len(block) ^ 0xFFFF).to_bytes(2, "little") + block
    return bytes(stream + zlib.adler32(content).to_bytes(4, "big"))


def stored_zip(archive: bytes) -> bytes:
    """Rewrite a ZIP archive without compression or timestamps."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as source, zipfile.ZipFile(written, "w") as target:
        for member in source.infolist():
            entry = zipfile.ZipInfo(member.filename, _EPOCH)
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            target.writestr(entry, source.read(member))
    return written.getvalue()
