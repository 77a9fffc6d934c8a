"""Data that a page asks for when it needs it, in a form that also works from ``file://``.

A browser lets no page read a local file, but it lets any page load a script. So a chunk is a script of one call
whose only argument is base64 of gzip of text: whatever an agent wrote, it cannot leave the string.
"""

from __future__ import annotations

import base64
import zlib

_GZIP = 31
"""What makes zlib write gzip's header, which is what browsers can decompress."""


def chunk(text: str, level: int = 1) -> bytes:
    """Return the script that hands ``text`` to the page which loaded it.

    Args:
        text: What the page gets.
        level: Of compression, 1 to 9; the fastest suits what is made for each trial.
    """
    compressor = zlib.compressobj(level=level, wbits=_GZIP)
    packed = compressor.compress(text.encode(errors="replace")) + compressor.flush()
    return b'headwater.receive("' + base64.b64encode(packed) + b'");\n'
