"""Finds a template's references in its text, before the template is rendered."""

from __future__ import annotations

import re
from collections.abc import Iterator

from headwater.dbt import Location, Reference

_IN_SQL = re.compile(r"""\bref\s*\(\s*['"](\w+)['"](?:\s*,\s*['"](\w+)['"])?""")
_IN_PYTHON = re.compile(r"""\bdbt\s*\.\s*(ref|source)\s*\(\s*['"](\w+)['"](?:\s*,\s*['"](\w+)['"])?""")


def references_in_sql(text: str, place: Location) -> Iterator[Reference]:
    """Yield each ``ref`` with literal arguments. Sources are not needed, because they are processed first."""
    for match in _IN_SQL.finditer(text):
        yield Reference("ref", _arguments(match[1], match[2]), place)


def references_in_python(text: str, place: Location) -> Iterator[Reference]:
    """Yield each ``dbt.ref`` and ``dbt.source`` with literal arguments."""
    for match in _IN_PYTHON.finditer(text):
        yield Reference(match[1], _arguments(match[2], match[3]), place)


def _arguments(first: str, second: str | None) -> tuple[str, ...]:
    return (first,) if second is None else (first, second)
