"""Packs data that pages load on demand, in a form that also works from ``file://``.

Browsers do not let a page read a local file, but they let any page load a script. A chunk is therefore a script with a
single call, whose only argument is gzipped text in base64. Text from an agent cannot break out of this string.
"""

from __future__ import annotations

import base64
import zlib

from isal import isal_zlib

_GZIP = 31
"""The window size with which both libraries write a gzip header, so that browsers can decompress the data."""
_FAST, _SMALL = 1, 9


def chunk(text: str, *, small: bool = False) -> bytes:
    """Return the script that passes ``text`` to the page that loads it.

    Args:
        text: The text for the page.
        small: Whether to make the chunk an eighth smaller, which takes ten times as long. Use this for chunks that are
            built only once, and not for those of trials.
    """
    data = text.encode(errors="replace")
    packed = zlib.compress(data, _SMALL, _GZIP) if small else isal_zlib.compress(data, _FAST, _GZIP)
    return b'headwater.receive("' + base64.b64encode(packed) + b'");\n'
