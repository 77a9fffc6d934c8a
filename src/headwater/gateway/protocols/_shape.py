"""Read JSON of any shape without an error: what is not as it should be is empty."""

from __future__ import annotations

import json
import re
from typing import Any

from headwater.untrusted import read_json

_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]|\xed[\xa0-\xbf]")
"""Halves of characters, as JSON may hold them: escaped, or encoded by mistake."""
_MOST = 10**12
"""Nobody counts further, and sums of it fit into the columns of results."""


def mapping(value: Any) -> dict[str, Any]:
    """The value, if it is an object."""
    return value if isinstance(value, dict) else {}


def mappings(value: Any) -> list[dict[str, Any]]:
    """The objects in a list."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def string(value: Any) -> str:
    """The value, if it is text; halves of characters that belong together are joined, single ones replaced."""
    if not isinstance(value, str):
        return ""
    if value.isascii():
        return value
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return value


def count(value: Any) -> int:
    """The value, if it is a number of things."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= _MOST else 0


def load(data: bytes | str) -> Any:
    """Parse JSON that will be written down again.

    Raises:
        ValueError: It is none that is read here; see ``read_json``.
    """
    raw = data.encode(errors="surrogatepass") if isinstance(data, str) else data
    value = read_json(raw)
    if (b"\\u" in raw or b"\xed" in raw) and _SURROGATE.search(raw):
        value = json.loads(string(json.dumps(value, ensure_ascii=False)))
    return value


def serialize(value: Any) -> bytes:
    """Write JSON to be sent on; what ``load`` returned can always be written."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def arguments(text: Any) -> dict[str, Any] | str:
    """A tool's arguments from their JSON; the text itself where it is none, as models sometimes write."""
    if isinstance(text, dict):
        return text
    try:
        value = load(string(text) or "{}")
    except ValueError:
        return string(text)
    return value if isinstance(value, dict) else string(text)


def joined(parts: list[str]) -> str:
    """Texts one below the other."""
    return "\n".join(part for part in parts if part)


def pieces(text: str, size: int) -> list[str]:
    """The text in pieces, as a model would say it."""
    return [text[start : start + size] for start in range(0, len(text), size)]


def media(kind: str, data: Any) -> str:
    """What stands for content that is no text."""
    return f"[{kind or 'media'}, {len(data) * 3 // 4 if isinstance(data, str) else 0} bytes]"


def as_object(value: dict[str, Any] | str) -> dict[str, Any]:
    """Arguments for protocols that know no freeform tools."""
    return value if isinstance(value, dict) else {"input": value}


def as_text(value: dict[str, Any] | str) -> str:
    """Arguments for protocols that send them as text."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
