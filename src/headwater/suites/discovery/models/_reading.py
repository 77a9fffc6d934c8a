"""Parses a model's answers."""

from __future__ import annotations

import json
from collections.abc import Sequence


def read_object(text: str, names: Sequence[str]) -> dict[str, str]:
    """Return the texts in a JSON object, which may be surrounded by other text.

    Raises:
        ValueError: There is no such object, or one of the texts is missing.
    """
    start, end = text.find("{"), text.rfind("}")
    try:
        found = json.loads(text[start : end + 1]) if 0 <= start < end else None
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise ValueError("is no JSON object")  # noqa: TRY004 - of an answer, not of a caller's argument
    texts = {name: found.get(name) for name in names}
    for name, value in texts.items():
        if not isinstance(value, str) or not value.strip():
            raise ValueError(f"has no text {name!r}")
    return {name: str(value).strip() for name, value in texts.items()}
