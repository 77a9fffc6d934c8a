"""Defines a plan: the relations to build and the tests to run, each as SQL."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import Any


@dataclass(frozen=True)
class Name:
    """The schema and identifier of a relation, which is in the warehouse or in the database of raw tables."""

    schema: str
    identifier: str

    @property
    def key(self) -> tuple[str, str]:
        """The name in lower case, because DuckDB ignores case in names."""
        return self.schema.lower(), self.identifier.lower()

    def within(self, database: str) -> str:
        """Return the quoted name, qualified with a database."""
        parts = (database, self.schema, self.identifier)
        return ".".join('"' + part.replace('"', '""') + '"' for part in parts)


@dataclass(frozen=True)
class BuildStep:
    """A relation that the project builds.

    Attributes:
        kind: ``model``, ``seed``, ``snapshot``, or the kind of a query that is not part of the dbt project.
        materialized: ``table``, ``view``, ``incremental``, ``ephemeral``, ``seed``, ``snapshot`` or ``query``. A query
            is run for its content, and is not stored. No other step reads its relation.
        sql: One SELECT, with ephemeral models as CTEs.
        inputs: The unique ids of the relations that the step reads, with ephemeral models replaced by their own inputs.
        parents: The unique ids of the relations to which the step refers, including ephemeral models.
        file: The path relative to the project's folder.
        macros: The unique ids of the macros that were used to render the step.
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
        """Return whether the result is a relation of its own: a table, a view or the result of a query."""
        return self.materialized != "ephemeral"

    @property
    def is_query(self) -> bool:
        """Return whether the step is only run for its content, and is not part of the warehouse."""
        return self.materialized == "query"

    @property
    def is_table(self) -> bool:
        """Return whether dbt would store the result as a table."""
        return self.materialized not in ("ephemeral", "view", "query")


@dataclass(frozen=True)
class DataTest:
    """A generic or singular test, which fails if ``sql`` finds rows.

    Attributes:
        fail_calc: The expression to compute over the rows found.
        error_if: The condition under which the computed value counts as a failure, such as ``!= 0``.
        warns: Whether a failure is only a warning.
        node: The node to which a generic test is attached.
        column: The column to which the test is attached.
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
        """The SELECT that computes the value of ``fail_calc``, and whether it counts as a failure."""
        limit = "" if self.limit is None else f"\nlimit {self.limit}"
        return (
            f"select {self.fail_calc} as failures, {self.fail_calc} {self.error_if} as failed"
            f"\nfrom (\n{self.sql}{limit}\n) dbt_internal_test"
        )


@dataclass(frozen=True)
class UnitTest:
    """A unit test, which runs a model's SQL on given rows.

    Attributes:
        sql: The SQL of the model, in which the names of inputs are CTEs that ``fixtures`` defines.
        fixtures: For each input, the name of the CTE, the unique id of the relation that it replaces, and its rows.
        expected: The rows that the model must return.
    """

    unique_id: str
    name: str
    model: str
    sql: str
    fixtures: tuple[UnitTestInput, ...]
    expected: FixtureRows
    file: str
    line: int
    inputs: tuple[str, ...] = ()


@dataclass(frozen=True)
class FixtureRows:
    """The rows in a fixture, given as mappings or as SQL."""

    rows: tuple[Mapping[str, Any], ...] = ()
    sql: str = ""


@dataclass(frozen=True)
class UnitTestInput:
    """An input to a unit test."""

    cte: str
    unique_id: str
    rows: FixtureRows


@dataclass(frozen=True)
class Ephemeral:
    """An ephemeral model after rendering.

    Attributes:
        relation: The placeholder for the model in SQL. The name of the model's CTE replaces it.
    """

    name: str
    relation: str
    sql: str
    parents: tuple[str, ...]


@dataclass
class Plan:
    """The relations and tests of a project.

    Attributes:
        database: The name by which the project refers to the warehouse.
        sources: The raw tables, keyed by unique id.
        refusals: The features in use that this engine does not support exactly as dbt does, one line each. A project
            that uses any of them does not run.
        errors: The project's errors that dbt would report while parsing.
        ephemerals: The ephemeral models, keyed by unique id.
        overrides: The macros that share a name with one of dbt's own macros, with their locations.
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
            CycleError: Steps refer to each other in a cycle.
        """
        graph = {uid: sorted(set(step.parents) & self.steps.keys()) for uid, step in sorted(self.steps.items())}
        return tuple(TopologicalSorter(graph).static_order())

    def find_cycle(self) -> str:
        """Return steps that refer to each other in a cycle as one text, or an empty string if there is no cycle."""
        try:
            _ = self.order
        except CycleError as error:
            return " -> ".join(self.steps[uid].name for uid in error.args[1])
        return ""

    def upstream(self, uids: Iterable[str]) -> set[str]:
        """Return the steps that some steps read, directly or indirectly."""
        found: set[str] = set()
        pending = list(uids)
        while pending:
            step = self.steps.get(pending.pop())
            for parent in step.parents if step else ():
                if parent not in found and parent in self.steps:
                    found.add(parent)
                    pending.append(parent)
        return found

    def children(self) -> dict[str, list[str]]:
        """Return the steps that read each step or source."""
        found: dict[str, list[str]] = {}
        for uid, step in self.steps.items():
            for parent in step.parents:
                found.setdefault(parent, []).append(uid)
        return found
