"""Writes untrusted names and values as Markdown that shows them literally."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#~$])")
_MAX = 300


def text(value: object, most: int = _MAX) -> str:
    """Escape text for use in a line or a table cell. Control characters and line breaks become spaces."""
    plain = " ".join("".join(each if each.isprintable() else " " for each in str(value)).split())
    cut = plain if len(plain) <= most else plain[: most - 1] + "…"
    return _SPECIAL.sub(r"\\\1", cut).replace("\\<", "&lt;").replace("\\_", "_")


def paragraph(value: str) -> str:
    """Escape characters that could end a block or run a script, and keep the description's other Markdown."""
    return value.strip().replace("<", "&lt;")


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of escaped cells."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def link(title: str, path: str, start: str) -> str:
    """Return a link from the page at ``start`` to the page at ``path``."""
    prefix = "../" * start.count("/")
    return f"[{text(title)}]({prefix}{path})"
