"""What a project comes to: relations to build and tests to run, each as SQL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import Any


@dataclass(frozen=True)
class Name:
    """Schema and identifier of a relation; the database is the warehouse's or that of the raw tables."""

    schema: str
    identifier: str

    @property
    def key(self) -> tuple[str, str]:
        """In lower case, as the engine's parser compares them."""
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
        inputs: Unique ids of what it reads, ephemeral models replaced by what they read.
        parents: Unique ids as written, ephemeral ones among them.
        file: Relative to the project's folder.
        macros: Unique ids of macros that its text came through.
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
        """Whether dbt would make a table or view of it."""
        return self.materialized != "ephemeral"

    @property
    def is_table(self) -> bool:
        """Whether dbt would make a table of it."""
        return self.materialized not in ("ephemeral", "view")


@dataclass(frozen=True)
class DataTest:
    """A generic or singular test: it fails where ``sql`` finds something.

    Attributes:
        fail_calc: What is counted over the rows that it finds.
        error_if: When that count is a failure, as ``!= 0``.
        warns: Whether a failure is only a warning.
        node: What it is attached to, if it is generic.
        column: The column that it is attached to.
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
        """The SELECT that says how much it finds, and whether that is too much."""
        limit = "" if self.limit is None else f"\nlimit {self.limit}"
        return (
            f"select {self.fail_calc} as failures, {self.fail_calc} {self.error_if} as failed"
            f"\nfrom (\n{self.sql}{limit}\n) dbt_internal_test"
        )


@dataclass(frozen=True)
class UnitTest:
    """A unit test: a model's SQL on given rows.

    Attributes:
        sql: Of the model; names of inputs are CTEs that ``given`` defines.
        given: Name of the CTE, unique id of what it stands for and its rows.
        expected: Rows that are to come out.
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
    """Rows of a fixture: as mappings, or as SQL."""

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
        relation: What stands for it in SQL that refers to it, until its CTE's name does.
    """

    name: str
    relation: str
    sql: str
    parents: tuple[str, ...]


@dataclass
class Plan:
    """All of a project.

    Attributes:
        database: What the project calls its warehouse.
        sources: Raw tables by unique id.
        refusals: What this engine does not do as dbt does, one line each; such a project is not run.
        errors: What is wrong with the project, as dbt would say while parsing.
        ephemerals: Ephemeral models by unique id.
        overrides: Macros that take the name of one of dbt's own, and where they are.
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
        """Steps in the order in which they can be built.

        Raises:
            CycleError: They refer to each other in a circle.
        """
        graph = {uid: sorted(set(step.parents) & self.steps.keys()) for uid, step in sorted(self.steps.items())}
        return tuple(TopologicalSorter(graph).static_order())

    def find_cycle(self) -> str:
        """Say which steps refer to each other in a circle; empty if none do."""
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
