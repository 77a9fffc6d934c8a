"""Defines what a rendering needs from the project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from headwater.dbt._problems import Location
from headwater.dbt._resources import Macro, Node, Reference


@dataclass(frozen=True, slots=True)
class Target:
    """The value of ``target``: the warehouse named by a profile, without its address.

    Attributes:
        type: The name of dbt's adapter, such as ``duckdb``, ``snowflake`` or ``bigquery``.
    """

    type: str = "duckdb"
    name: str = "dev"
    profile_name: str = "default"
    schema: str = "schema"
    database: str = "database"
    threads: int = 1

    @property
    def dbname(self) -> str:
        """The name of the database."""
        return self.database

    @property
    def project(self) -> str:
        """The name of the database, which BigQuery calls a project."""
        return self.database

    @property
    def dataset(self) -> str:
        """The name of the schema, which BigQuery calls a dataset."""
        return self.schema


class RenderableProject(Protocol):
    """The part of a project that rendering needs."""

    @property
    def name(self) -> str:
        """The name of the root package."""

    @property
    def target(self) -> Target:
        """The target for which templates are rendered."""

    def resolve(self, reference: Reference, package: str) -> Node | None:
        """Return the node that a ``ref`` or ``source`` in a package refers to, or None if it does not exist."""

    def macro(self, name: str, package: str) -> Macro | None:
        """Return a package's macro by name, or None if the package does not define it."""

    def packages(self) -> Sequence[str]:
        """Return the names of installed packages, the root first."""

    def dispatch_order(self, namespace: str) -> Sequence[str]:
        """Return the packages in which ``adapter.dispatch`` searches for a namespace's macros."""

    def text(self, place: Location) -> str:
        """Return the content of a file."""

    def variables(self, package: str) -> Mapping[str, Any]:
        """Return the variables that are visible to a package's files."""
