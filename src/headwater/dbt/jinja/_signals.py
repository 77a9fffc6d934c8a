"""Defines the exceptions that end a rendering or a macro early."""

from __future__ import annotations

from typing import Any

from headwater.dbt._problems import Location

UNRESOLVED = "__unresolved_"
"""The prefix of names in rendered SQL that replace an unknown macro, variable or environment variable."""


class Returned(Exception):  # noqa: N818 - it is no error: dbt's ``return``
    """Raised to return a value from a macro."""

    def __init__(self, value: Any) -> None:
        super().__init__("`return` outside of a macro")
        self.value = value


class CompilerError(Exception):
    """Raised if the template itself reports an error (``exceptions.raise_compiler_error``)."""


class WarehouseError(Exception):
    """Raised if the template queries the warehouse.

    Attributes:
        introspected: The columns of nodes that the template had already requested.
    """

    def __init__(self, message: str, place: Location | None = None) -> None:
        super().__init__(message)
        self.place = place
        self.introspected: dict[str, tuple[str, ...]] = {}
