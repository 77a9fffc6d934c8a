"""Helpers for the tests of all engines."""

from __future__ import annotations

from headwater.context.catalog import ColumnProfile, Table


class Notes:
    """Scan callbacks that record which tables were measured."""

    def __init__(self) -> None:
        self.reused: list[str] = []
        self.measured: list[str] = []

    def source(self, name: str, tables: int) -> None: ...

    def note(self, text: str) -> None: ...

    def table(self, table: Table, reused: bool) -> None:
        (self.reused if reused else self.measured).append(table.name.name)


def profile_of(table: Table, name: str) -> ColumnProfile:
    """Return the profile of a column, which must exist."""
    column = table.column(name)
    assert column is not None
    assert column.profile is not None
    return column.profile
