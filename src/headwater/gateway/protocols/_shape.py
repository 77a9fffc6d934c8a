"""Reads JSON of any shape without errors: a value of the wrong type counts as empty."""

from __future__ import annotations

import json
import re
from typing import Any

from headwater.untrusted import read_json

_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]|\xed[\xa0-\xbf]")
"""Matches lone surrogates in JSON, which are escaped or wrongly encoded."""
_MOST = 10**12
"""A bound for plausible counts, whose sums fit into the columns of results."""


def mapping(value: Any) -> dict[str, Any]:
    """Return the value if it is an object, or else an empty object."""
    return value if isinstance(value, dict) else {}


def mappings(value: Any) -> list[dict[str, Any]]:
    """Return the objects in a list, or an empty list for any other value."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def string(value: Any) -> str:
    """Return the value if it is a string, or else an empty string.

    Surrogate pairs are joined, and lone surrogates are replaced.
    """
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
    """Return the value if it is a plausible count, or else 0."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= _MOST else 0


def load(data: bytes | str) -> Any:
    """Parse JSON that will be written again.

    Raises:
        ValueError: ``read_json`` does not accept the data.
    """
    raw = data.encode(errors="surrogatepass") if isinstance(data, str) else data
    value = read_json(raw)
    if (b"\\u" in raw or b"\xed" in raw) and _SURROGATE.search(raw):
        value = json.loads(string(json.dumps(value, ensure_ascii=False)))
    return value


def serialize(value: Any) -> bytes:
    """Serialize JSON for forwarding. Every result of ``load`` can be serialized."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def arguments(text: Any) -> dict[str, Any] | str:
    """Parse a tool's arguments, or return the text itself if it is not a JSON object.

    Models sometimes write arguments that are not JSON.
    """
    if isinstance(text, dict):
        return text
    try:
        value = load(string(text) or "{}")
    except ValueError:
        return string(text)
    return value if isinstance(value, dict) else string(text)


def joined(parts: list[str]) -> str:
    """Join texts with line breaks."""
    return "\n".join(part for part in parts if part)


def pieces(text: str, size: int) -> list[str]:
    """Split a text into pieces, as in a model's stream."""
    return [text[start : start + size] for start in range(0, len(text), size)]


def media(kind: str, data: Any) -> str:
    """Return a placeholder for content that is not text, with its size."""
    return f"[{kind or 'media'}, {len(data) * 3 // 4 if isinstance(data, str) else 0} bytes]"


def as_object(value: dict[str, Any] | str) -> dict[str, Any]:
    """Return arguments as an object, for protocols without freeform tools."""
    return value if isinstance(value, dict) else {"input": value}


def as_text(value: dict[str, Any] | str) -> str:
    """Return arguments as text, for protocols that send arguments as text."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
