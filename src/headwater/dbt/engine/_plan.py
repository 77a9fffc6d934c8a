"""Models of a plan: the relations to build and the tests to run, each as SQL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import Any


@dataclass(frozen=True)
class Name:
    """The schema and identifier of a relation; its database is the warehouse or that of the raw tables."""

    schema: str
    identifier: str

    @property
    def key(self) -> tuple[str, str]:
        """The name in lower case, since DuckDB compares names regardless of case."""
        return self.schema.lower(), self.identifier.lower()

    def within(self, database: str) -> str:
        """The quoted name in a database."""
        parts = (database, self.schema, self.identifier)
        return ".".join('"' + part.replace('"', '""') + '"' for part in parts)


@dataclass(frozen=True)
class BuildStep:
    """A relation that the project builds.

    Attributes:
        kind: ``model``, ``seed`` or ``snapshot``.
        materialized: ``table``, ``view``, ``incremental``, ``ephemeral``, ``seed`` or ``snapshot``.
        sql: One SELECT, with ephemeral models as CTEs.
        inputs: Unique ids of what it reads, with ephemeral models replaced by what they read.
        parents: Unique ids of what it refers to, including ephemeral models.
        file: Relative to the project's folder.
        macros: Unique ids of macros that produced its text.
    """

    unique_id: str
    name: str
    kind: str
    materialized: str
    relation: Name
    sql: str
    inputs: tuple[str, ...]
    parents: tuple[str, ...]
    file: str
    macros: tuple[str, ...] = ()
    config: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_stored(self) -> bool:
        """Return whether dbt would store the result as a table or view."""
        return self.materialized != "ephemeral"

    @property
    def is_table(self) -> bool:
        """Return whether dbt would store the result as a table."""
        return self.materialized not in ("ephemeral", "view")


@dataclass(frozen=True)
class DataTest:
    """A generic or singular test, which fails if ``sql`` finds something.

    Attributes:
        fail_calc: The expression that is computed over the rows that it finds.
        error_if: The condition under which that value is a failure, such as ``!= 0``.
        warns: Whether a failure is only a warning.
        node: The node to which it is attached, if it is generic.
        column: The column to which it is attached.
    """

    unique_id: str
    name: str
    kind: str
    sql: str
    inputs: tuple[str, ...]
    parents: tuple[str, ...]
    file: str
    line: int
    fail_calc: str = "count(*)"
    error_if: str = "!= 0"
    limit: int | None = None
    warns: bool = False
    node: str = ""
    column: str = ""
    test: str = ""
    macros: tuple[str, ...] = ()

    @property
    def query(self) -> str:
        """The SELECT of the number that the test computes, and of whether that is a failure."""
        limit = "" if self.limit is None else f"\nlimit {self.limit}"
        return (
            f"select {self.fail_calc} as failures, {self.fail_calc} {self.error_if} as failed"
            f"\nfrom (\n{self.sql}{limit}\n) dbt_internal_test"
        )


@dataclass(frozen=True)
class UnitTest:
    """A unit test: a model's SQL on given rows.

    Attributes:
        sql: The SQL of the model, in which the names of inputs are CTEs that ``given`` defines.
        given: The name of each CTE, the unique id of the input that it replaces, and its rows.
        expected: The rows that the model has to return.
    """

    unique_id: str
    name: str
    model: str
    sql: str
    given: tuple[Given, ...]
    expected: FixtureRows
    file: str
    line: int
    inputs: tuple[str, ...] = ()


@dataclass(frozen=True)
class FixtureRows:
    """The rows of a fixture, as mappings or as SQL."""

    rows: tuple[Mapping[str, Any], ...] = ()
    sql: str = ""


@dataclass(frozen=True)
class Given:
    """One input of a unit test."""

    cte: str
    unique_id: str
    rows: FixtureRows


@dataclass(frozen=True)
class Ephemeral:
    """An ephemeral model as it was rendered.

    Attributes:
        relation: The placeholder in SQL that refers to it, which the name of its CTE replaces.
    """

    name: str
    relation: str
    sql: str
    parents: tuple[str, ...]


@dataclass
class Plan:
    """The relations and tests of a project.

    Attributes:
        database: The project's name of its warehouse.
        sources: Raw tables by unique id.
        refusals: Features that this engine does not support as dbt does, one line each; a project with any is not run.
        errors: Errors of the project that dbt would report while parsing.
        ephemerals: Ephemeral models by unique id.
        overrides: Macros with the name of one of dbt's own, and their locations.
    """

    database: str = "warehouse"
    steps: dict[str, BuildStep] = field(default_factory=dict)
    tests: dict[str, DataTest] = field(default_factory=dict)
    unit_tests: dict[str, UnitTest] = field(default_factory=dict)
    sources: dict[str, Name] = field(default_factory=dict)
    refusals: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    overrides: dict[str, str] = field(default_factory=dict)
    ephemerals: dict[str, Ephemeral] = field(default_factory=dict)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Return the steps in the order in which they can be built.

        Raises:
            CycleError: They refer to each other in a circle.
        """
        graph = {uid: sorted(set(step.parents) & self.steps.keys()) for uid, step in sorted(self.steps.items())}
        return tuple(TopologicalSorter(graph).static_order())

    def find_cycle(self) -> str:
        """Return the steps that refer to each other in a circle; empty if none do."""
        try:
            _ = self.order
        except CycleError as error:
            return " -> ".join(self.steps[uid].name for uid in error.args[1])
        return ""

    def children(self) -> dict[str, list[str]]:
        """Return the steps that read each step or source."""
        found: dict[str, list[str]] = {}
        for uid, step in self.steps.items():
            for parent in step.parents:
                found.setdefault(parent, []).append(uid)
        return found
