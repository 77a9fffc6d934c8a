"""Defines the resources of a dbt project, as its files declare them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from headwater.dbt._problems import Location


class NodeKind(StrEnum):
    """The kind of a node. It is the first part of the node's unique id."""

    MODEL = "model"
    SEED = "seed"
    SNAPSHOT = "snapshot"
    SOURCE = "source"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class YamlColumn:
    """A column declared in YAML."""

    name: str
    place: Location
    description: str = ""
    data_type: str = ""


@dataclass(frozen=True, slots=True)
class Declaration:
    """The declaration of a node: an entry under ``models:``, ``seeds:``, ``snapshots:`` or a source's ``tables:``."""

    name: str
    place: Location
    description: str = ""
    columns: Mapping[str, YamlColumn] = field(default_factory=dict)
    config: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Node:
    """A relation that the project builds or reads.

    Attributes:
        unique_id: The id, such as ``model.package.name``, followed by ``.v2`` for a version, or
            ``source.package.source.table``.
        place: The location of the SQL, CSV or Python file or, for a source, of its YAML entry.
        path: The path relative to the package's resource folder. It determines which configuration in
            ``dbt_project.yml`` applies.
        identifier: The name in the database.
        config: The configuration from ``dbt_project.yml`` and YAML. The configuration in the SQL file is in
            `Rendered.config`.
        header: The column names in a seed's first line.
        version: The version of a versioned model, as written.
    """

    kind: NodeKind
    unique_id: str
    package: str
    name: str
    place: Location
    path: str
    identifier: str
    schema: str = ""
    database: str = ""
    source_name: str = ""
    language: str = "sql"
    version: str | None = None
    declaration: Declaration | None = None
    config: dict[str, Any] = field(default_factory=dict)
    header: tuple[str, ...] = ()

    @property
    def columns(self) -> Mapping[str, YamlColumn]:
        """The declared columns, keyed by lower-case name."""
        return self.declaration.columns if self.declaration else {}

    @property
    def enabled(self) -> bool:
        """Return whether ``dbt_project.yml`` and YAML leave the node enabled."""
        return self.config.get("enabled", True) not in (False, "false", "False")

    @property
    def label(self) -> str:
        """The name for display: ``orders``, ``orders.v2``, or ``raw.orders`` for a table in the source ``raw``."""
        if self.kind is NodeKind.SOURCE:
            return f"{self.source_name}.{self.name}"
        return f"{self.name}.v{self.version}" if self.version else self.name


@dataclass(frozen=True, slots=True)
class Reference:
    """A ``ref(…)`` or ``source(…)`` in a YAML file or an SQL file.

    Attributes:
        args: The arguments as written: (model,), (package, model) or (source, table).
    """

    function: str
    args: tuple[str, ...]
    place: Location
    version: str | None = None

    def __str__(self) -> str:
        return f"{self.function}({', '.join(repr(arg) for arg in self.args)})"


@dataclass(frozen=True, slots=True)
class Test:
    """A generic test (an entry in YAML), a singular test (an SQL file) or a unit test.

    Attributes:
        kind: ``generic``, ``singular`` or ``unit``.
        test: The name of a generic test, such as ``not_null`` or ``dbt_utils.expression_is_true``. Empty for other
            kinds.
        node: The unique id of the node to which the test is attached, if the node exists.
        column: The column to which the test is attached.
        mentions: Every word in the test's arguments. The test is assumed to read columns with these names.
        references: The other relations in the test's arguments, each with the column named next to it.
        arguments: The arguments as written in YAML, including those that configure the test.
    """

    kind: str
    name: str
    place: Location
    package: str
    test: str = ""
    node: str | None = None
    column: str | None = None
    mentions: tuple[str, ...] = ()
    references: tuple[tuple[Reference, str | None], ...] = ()
    arguments: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def is_of_some_rows(self) -> bool:
        """Return whether a ``where`` condition excludes rows from the test."""
        config = self.arguments.get("config")
        return "where" in self.arguments or (isinstance(config, Mapping) and "where" in config)


@dataclass(frozen=True, slots=True)
class Exposure:
    """A consumer of the project's relations, such as a dashboard, a notebook or an application."""

    name: str
    kind: str
    place: Location
    package: str
    references: tuple[Reference, ...] = ()
    owner: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class SemanticField:
    """An entity, dimension or measure of a semantic model.

    Attributes:
        kind: ``entity``, ``dimension`` or ``measure``.
        expression: An SQL expression over the model's columns. By default, this is the name.
    """

    kind: str
    name: str
    expression: str
    place: Location


@dataclass(frozen=True, slots=True)
class SemanticModel:
    """A semantic model, which describes one dbt model.

    Attributes:
        entry: The entry as written in YAML, for code that translates it to other semantic layers.
    """

    name: str
    place: Location
    package: str
    model: Reference | None
    fields: tuple[SemanticField, ...] = ()
    description: str = ""
    entry: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric, which is defined in terms of measures or other metrics.

    Attributes:
        entry: The entry as written in YAML, for code that translates it to other semantic layers.
    """

    name: str
    kind: str
    place: Location
    package: str
    inputs: tuple[str, ...] = ()
    description: str = ""
    entry: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro. As in dbt, the names of test macros begin with ``test_``."""

    name: str
    package: str
    place: Location

    @property
    def unique_id(self) -> str:
        """The unique id ``macro.package.name``."""
        return f"macro.{self.package}.{self.name}"


@dataclass(frozen=True, slots=True)
class Package:
    """A package that the project requires or contains."""

    name: str
    version: str
    installed: bool
    place: Location
