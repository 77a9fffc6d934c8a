"""What case and quotes mean in names of columns.

A column stands in the index by the name that finds it without quotes, in lower case. A name that is another one because
of its case stands as it is quoted: ``Id`` in Postgres, where ``id`` and ``ID`` without quotes are ``id``. In databases
that fold to upper case a quoted ``"id"`` is another column than ``id``, and stands in its quotes.
"""

from __future__ import annotations

from collections.abc import Collection

_CASE_SENSITIVE = frozenset({"clickhouse"})
_FOLD_TO_LOWER = frozenset({"postgres", "materialize", "risingwave"})
_FOLD_TO_UPPER = frozenset({"snowflake", "oracle", "exasol"})


class Names:
    """How a dialect compares names of columns.

    Args:
        dialect: SQLGlot's name; one that is not known here ignores case.
    """

    def __init__(self, dialect: str) -> None:
        self._is_sensitive = dialect in _CASE_SENSITIVE
        self._folds_to_upper = dialect in _FOLD_TO_UPPER
        self._keeps_quoted = dialect in _FOLD_TO_LOWER or self._folds_to_upper

    def plain(self, name: str) -> str:
        """Return a name that is written without quotes as it stands in the index."""
        return name if self._is_sensitive else name.lower()

    def quoted(self, name: str) -> str:
        """Return a name that is written in quotes, or that a database has, as it stands in the index."""
        if not self._keeps_quoted:
            return self.plain(name)
        low = name.lower()
        if not self._folds_to_upper or name not in (low, name.upper()):
            return name
        return low if name == name.upper() else f'"{name}"'

    def declared(self, name: str) -> str:
        """Return a name that YAML declares: in mixed case it is one that quotes keep."""
        return self.quoted(name) if name not in (name.lower(), name.upper()) else self.plain(name)

    def seeded(self, name: str) -> str:
        """Return a name in the header of a seed, which dbt quotes but where names fold to upper case."""
        return self.plain(name) if self._folds_to_upper else self.quoted(name)

    def catalogued(self, name: str) -> str:
        """Return a name that a catalog has; where names fold to upper case, catalogs are written by hand in any."""
        return name.lower() if self._folds_to_upper else self.quoted(name)

    def in_database(self, name: str) -> str:
        """Return the name that a database has for a column of the index."""
        if not self._folds_to_upper:
            return name
        return name[1:-1] if name.startswith('"') else name if name != name.lower() else name.upper()


def without_case(name: str) -> str:
    """Return a name without quotes and case."""
    return name.strip('"').lower()


def is_plain(name: str) -> bool:
    """Whether a name finds its column without quotes, in any case."""
    return name == name.lower() and not name.startswith('"')


def find_name(names: Collection[str], text: str) -> str | None:
    """Return the one of a relation's columns that a text means: just so, in lower case, or else in any case."""
    for exact in (text, text.strip('"'), text.lower()):
        if exact in names:
            return exact
    wanted = without_case(text)
    found = [name for name in names if without_case(name) == wanted]
    return found[0] if len(found) == 1 else None
