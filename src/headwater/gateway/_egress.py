"""Prevents agents from reaching the network through their provider."""

from __future__ import annotations

import re
from typing import Any

from headwater.gateway.protocols import Dialect

_ADDRESSES = ("image_url", "file_url", "fileUri", "file_uri", "url")
_NESTED = ("source", "image_url", "fileData", "file_data", "file")
_SEARCHES = re.compile(r":online$|-search-preview|-search-api|deep-research|(^|/)sonar")


def remote_address(dialect: Dialect, body: dict[str, Any]) -> str:
    """Return the first address in a request that the provider would fetch, or an empty string."""
    for part in dialect.parts(body):
        holders = [part, *(part[name] for name in _NESTED if isinstance(part.get(name), dict))]
        for holder in holders:
            for name in _ADDRESSES:
                value = holder.get(name)
                if isinstance(value, str) and value and not value.lower().startswith("data:"):
                    return value[:200]
    return ""


def searches_itself(model: str) -> bool:
    """Return whether a model, judging by its name, searches the web without being asked."""
    return _SEARCHES.search(model) is not None
