"""Handles file names, which can contain arbitrary bytes."""

from __future__ import annotations

import os


def is_text(name: str) -> bool:
    """Return whether a name can be written into JSON or a prompt."""
    return name.encode(errors="replace").decode() == name


def readable(name: str) -> str:
    r"""Return a name as printable text. Bytes that are not UTF-8 become ``\xNN``."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")
