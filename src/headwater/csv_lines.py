"""Writes rows as CSV (RFC 4180) in which an empty field is NULL, and ``""`` is an empty text.

Postgres reads it in this way, and DuckDB with ``allow_quoted_nulls = false``. Python's own module cannot write it
before version 3.12.
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
    """Return a value other than NULL as text; booleans and lists are written as in JSON."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, bool | list | tuple) else str(value)


def _cell(value: object) -> str:
    if value is None:
        return ""
    text = value_text(value)
    if text and not _SPECIAL.search(text):
        return text
    quoted = text.replace('"', '""')
    return f'"{quoted}"'
