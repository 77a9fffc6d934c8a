"""Defines the rules for case and quotes in column names.

The index stores a column under its name in lower case if that name works without quotes. A name that requires quotes is
stored unchanged. An example is ``Id`` in Postgres, where unquoted ``id`` and ``ID`` both mean ``id``. In databases that
fold names to upper case, a quoted ``"id"`` differs from ``id`` and is stored with its quotes.
"""

from __future__ import annotations

from collections.abc import Collection

_CASE_SENSITIVE = frozenset({"clickhouse"})
_FOLD_TO_LOWER = frozenset({"postgres", "materialize", "risingwave"})
_FOLD_TO_UPPER = frozenset({"snowflake", "oracle", "exasol"})


class NameRules:
    """The naming rules of a dialect.

    Args:
        dialect: SQLGlot's name for the dialect. An unknown dialect ignores case.
    """

    def __init__(self, dialect: str) -> None:
        self._is_sensitive = dialect in _CASE_SENSITIVE
        self._folds_to_upper = dialect in _FOLD_TO_UPPER
        self._keeps_quoted = dialect in _FOLD_TO_LOWER or self._folds_to_upper

    def plain(self, name: str) -> str:
        """Return the stored form of a name that is written without quotes."""
        return name if self._is_sensitive else name.lower()

    def quoted(self, name: str) -> str:
        """Return the stored form of a name that is quoted or reported by a database."""
        if not self._keeps_quoted:
            return self.plain(name)
        low = name.lower()
        if not self._folds_to_upper or name not in (low, name.upper()):
            return name
        return low if name == name.upper() else f'"{name}"'

    def declared(self, name: str) -> str:
        """Return the stored form of a name declared in YAML. Names in mixed case are assumed to be quoted."""
        return self.quoted(name) if name not in (name.lower(), name.upper()) else self.plain(name)

    def seeded(self, name: str) -> str:
        """Return the stored form of a name in a seed's header.

        dbt quotes these names unless they fold to upper case.
        """
        return self.plain(name) if self._folds_to_upper else self.quoted(name)

    def catalogued(self, name: str) -> str:
        """Return the stored form of a name in a catalog. If the database folds names to upper case, case is ignored."""
        return name.lower() if self._folds_to_upper else self.quoted(name)

    def in_database(self, name: str) -> str:
        """Return the database's name for a column in the index."""
        if not self._folds_to_upper:
            return name
        return name[1:-1] if name.startswith('"') else name if name != name.lower() else name.upper()


def without_case(name: str) -> str:
    """Return a name without quotes, in lower case."""
    return name.strip('"').lower()


def is_plain(name: str) -> bool:
    """Return whether a name works without quotes and in any case."""
    return name == name.lower() and not name.startswith('"')


def find_name(names: Collection[str], text: str) -> str | None:
    """Return the name that matches a text exactly, in lower case, or as the only match ignoring case."""
    for exact in (text, text.strip('"'), text.lower()):
        if exact in names:
            return exact
    folded = without_case(text)
    found = [name for name in names if without_case(name) == folded]
    return found[0] if len(found) == 1 else None
