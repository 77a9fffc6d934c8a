"""Writes rows as CSV (RFC 4180), where an empty field is NULL and ``""`` is an empty string.

Postgres reads CSV in this way, and DuckDB does so with ``allow_quoted_nulls = false``. Python's own module cannot write
this format before version 3.12.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

_SPECIAL = re.compile(r'[",\r\n]|^\s|\s$')


def csv_line(values: Iterable[object]) -> str:
    """Return a line of CSV."""
    return ",".join(map(_cell, values)) + "\n"


def value_text(value: object) -> str:
    """Return a value other than NULL as text. Booleans and lists are written as JSON."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, bool | list | tuple) else str(value)


def _cell(value: object) -> str:
    if value is None:
        return ""
    text = value_text(value)
    if text and not _SPECIAL.search(text):
        return text
    quoted = text.replace('"', '""')
    return f'"{quoted}"'
