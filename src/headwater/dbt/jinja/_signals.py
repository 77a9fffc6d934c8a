"""What ends a rendering, or a macro, before its end."""

from __future__ import annotations

from typing import Any

from headwater.dbt._problems import Location

UNRESOLVED = "__unresolved_"
"""Begins a name that stands in rendered SQL for what a macro, variable or environment variable would have been."""


class Returned(Exception):  # noqa: N818 - it is no error: dbt's ``return``
    """A macro returns a value."""

    def __init__(self, value: Any) -> None:
        super().__init__("`return` outside of a macro")
        self.value = value


class CompilerError(Exception):
    """The template itself says that something is wrong (``exceptions.raise_compiler_error``)."""


class WarehouseError(Exception):
    """The template asks the warehouse for something.

    Attributes:
        introspected: Columns of nodes that it had asked for before.
    """

    def __init__(self, message: str, place: Location | None = None) -> None:
        super().__init__(message)
        self.place = place
        self.introspected: dict[str, tuple[str, ...]] = {}
