"""Models of the resources of a dbt project, as its files declare them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from headwater.dbt._problems import Location


class NodeKind(StrEnum):
    """The kind of a node, with which its unique id begins."""

    MODEL = "model"
    SEED = "seed"
    SNAPSHOT = "snapshot"
    SOURCE = "source"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class YamlColumn:
    """A column that YAML declares."""

    name: str
    place: Location
    description: str = ""
    data_type: str = ""


@dataclass(frozen=True, slots=True)
class Declaration:
    """The declaration of a node: an entry of ``models:``, ``seeds:``, ``snapshots:`` or a source's ``tables:``."""

    name: str
    place: Location
    description: str = ""
    columns: Mapping[str, YamlColumn] = field(default_factory=dict)
    config: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Node:
    """A relation that the project builds or reads.

    Attributes:
        unique_id: ``model.package.name``, followed by ``.v2`` for a version; ``source.package.source.table``.
        place: The SQL, CSV or Python file; for a source, its YAML entry.
        path: Relative to the package's resource folder, which decides the configuration from ``dbt_project.yml``.
        identifier: The name in the database.
        config: From ``dbt_project.yml`` and YAML; `Rendered.config` has the configuration in the SQL file itself.
        header: The columns of a seed, from its first line.
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
        """Declared columns, by name in lower case."""
        return self.declaration.columns if self.declaration else {}

    @property
    def enabled(self) -> bool:
        """Return whether ``dbt_project.yml`` and YAML leave it enabled."""
        return self.config.get("enabled", True) not in (False, "false", "False")

    @property
    def label(self) -> str:
        """The name that people use: ``orders``, ``orders.v2``, or ``raw.orders`` for a table of the source ``raw``."""
        if self.kind is NodeKind.SOURCE:
            return f"{self.source_name}.{self.name}"
        return f"{self.name}.v{self.version}" if self.version else self.name


@dataclass(frozen=True, slots=True)
class Reference:
    """``ref(…)`` or ``source(…)`` in a YAML file or an SQL file.

    Attributes:
        args: As written: (model,), (package, model) or (source, table).
    """

    function: str
    args: tuple[str, ...]
    place: Location
    version: str | None = None

    def __str__(self) -> str:
        return f"{self.function}({', '.join(repr(arg) for arg in self.args)})"


@dataclass(frozen=True, slots=True)
class Test:
    """A test: generic (an entry in YAML), singular (an SQL file) or unit.

    Attributes:
        kind: ``generic``, ``singular`` or ``unit``.
        test: The name of a generic test, such as ``not_null`` or ``dbt_utils.expression_is_true``; empty for other
            kinds.
        node: Unique id of the node to which it is attached, if that exists.
        column: The column to which it is attached.
        mentions: Every word in its arguments; the test reads the columns with these names.
        references: Other relations in its arguments, each with the column that is named with it.
        arguments: As in YAML, including those that configure the test.
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
        """Return whether a ``where`` excludes rows from the test."""
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
        expression: SQL over the model's columns; the name itself if none is written.
    """

    kind: str
    name: str
    expression: str
    place: Location


@dataclass(frozen=True, slots=True)
class SemanticModel:
    """A semantic model over one dbt model.

    Attributes:
        entry: The entry as in YAML, for translators of semantic models.
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
    """A metric, made of measures or of other metrics, by name.

    Attributes:
        entry: The entry as in YAML, for translators of semantic models.
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
    """A macro: ``package.name``; test macros are named ``test_…`` as dbt names them."""

    name: str
    package: str
    place: Location

    @property
    def unique_id(self) -> str:
        """``macro.package.name``."""
        return f"macro.{self.package}.{self.name}"


@dataclass(frozen=True, slots=True)
class Package:
    """A package that the project requires or contains."""

    name: str
    version: str
    installed: bool
    place: Location
