"""Data that a page asks for when it needs it, in a form that also works from ``file://``.

A browser lets no page read a local file, but it lets any page load a script. So a chunk is a script of one call
whose only argument is base64 of gzip of text: whatever an agent wrote, it cannot leave the string.
"""

from __future__ import annotations

import base64
import zlib

from isal import isal_zlib

_GZIP = 31
"""What makes both libraries write gzip's header, which is what browsers can decompress."""
_FAST, _SMALL = 1, 9


def chunk(text: str, *, small: bool = False) -> bytes:
    """Return the script that hands ``text`` to the page which loaded it.

    Args:
        text: What the page gets.
        small: Take ten times as long for an eighth less; suits what is made once, and not for each trial.
    """
    data = text.encode(errors="replace")
    packed = zlib.compress(data, _SMALL, _GZIP) if small else isal_zlib.compress(data, _FAST, _GZIP)
    return b'headwater.receive("' + base64.b64encode(packed) + b'");\n'
