"""Computes short digests of values."""

from __future__ import annotations

import hashlib


def digest(*parts: object) -> str:
    """Return a short digest of some values, computed from their ``repr``."""
    hasher = hashlib.blake2b(digest_size=16)
    for part in parts:
        hasher.update(part.encode() if isinstance(part, str) else repr(part).encode())
        hasher.update(b"\0")
    return hasher.hexdigest()
