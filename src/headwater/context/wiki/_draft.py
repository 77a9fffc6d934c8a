"""Defines drafts of pages, before they are merged with users' edits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from headwater.context._file_names import file_stem
from headwater.context.catalog import Catalog, ForeignKey, Key, Table, TableName
from headwater.context.semantic import SemanticLayer, SemanticSource
from headwater.dbt import DbtProject, Node, NodeKind


class PageKind(StrEnum):
    """The kind of subject that a page describes."""

    PROJECT = "project"
    SOURCE = "source"
    MODEL = "model"
    TABLE = "table"
    METRIC = "metric"


@dataclass(frozen=True)
class PageSection:
    """A generated block, with its Markdown and the origin of its facts."""

    name: str
    body: str
    provenance: str


@dataclass(frozen=True)
class PageDraft:
    """A page that was generated from facts.

    Attributes:
        path: The path relative to the wiki, with forward slashes.
        subject: The id of the page's subject.
        summary: A one-line summary.
    """

    path: str
    kind: PageKind
    title: str
    subject: str
    summary: str
    sections: tuple[PageSection, ...]
    tags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Knowledge:
    """Everything known about a project, from which pages and search documents are generated.

    Attributes:
        layer_files: The file of each semantic source.
        parents: The unique ids of the dbt nodes from which each node is built.
    """

    catalog: Catalog
    project: DbtProject | None = None
    layer: SemanticLayer = field(default_factory=lambda: SemanticLayer(()))
    layer_files: Mapping[str, Path] = field(default_factory=dict)
    parents: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @cached_property
    def tables(self) -> Mapping[str, Table]:
        """The scanned table of each dbt node, keyed by unique id. Nodes without such a table are omitted."""
        found = {}
        for node in self.project.nodes.values() if self.project else ():
            if table := self._built(node):
                found[node.unique_id] = table
        return found

    @cached_property
    def nodes(self) -> Mapping[TableName, Node]:
        """The dbt node of each scanned table. A model takes precedence over a source."""
        found: dict[TableName, Node] = {}
        for unique_id, table in self.tables.items():
            assert self.project is not None
            node = self.project.nodes[unique_id]
            if table.name not in found or node.kind is not NodeKind.SOURCE:
                found[table.name] = node
        return found

    @cached_property
    def sources_of(self) -> Mapping[TableName, Sequence[SemanticSource]]:
        """The semantic sources that are based on each scanned table."""
        found: dict[TableName, list[SemanticSource]] = {}
        for source in self.layer.sources.values():
            for table in self._called(".".join(source.table_parts[-2:])):
                if source.database in (None, table.name.source):
                    found.setdefault(table.name, []).append(source)
        return found

    @cached_property
    def keys(self) -> Mapping[TableName, Sequence[Key]]:
        """Primary keys and unique constraints, keyed by table."""
        return _grouped((key.table, key) for key in self.catalog.keys)

    @cached_property
    def references(self) -> Mapping[TableName, Sequence[ForeignKey]]:
        """Foreign keys, keyed by table."""
        return _grouped((key.table, key) for key in self.catalog.foreign_keys)

    @cached_property
    def referenced_by(self) -> Mapping[TableName, Sequence[ForeignKey]]:
        """Foreign keys, keyed by the table to which they refer."""
        return _grouped((key.to_table, key) for key in self.catalog.foreign_keys)

    @cached_property
    def children(self) -> Mapping[str, Sequence[str]]:
        """The unique ids of the dbt nodes that are built from each node."""
        return _grouped((above, node) for node, parents in self.parents.items() for above in parents)

    def _built(self, node: Node) -> Table | None:
        names = [f"{node.schema}.{node.identifier}"] if node.schema else []
        for text in (*names, node.identifier):
            found = self._called(text)
            if len(found) == 1:
                return found[0]
        return None

    def _called(self, text: str) -> Sequence[Table]:
        """Return the tables with a name, ignoring case. The name may include a schema."""
        return self._by_text.get(text.lower(), ())

    @cached_property
    def _by_text(self) -> Mapping[str, Sequence[Table]]:
        forms = ((form.lower(), table) for table in self.catalog.tables for form in _forms(table.name))
        return _grouped(forms)


KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


def _forms(name: TableName) -> tuple[str, ...]:
    return (name.qualified, name.name) if name.schema else (name.name,)


def _grouped(pairs: Iterable[tuple[KeyT, ValueT]]) -> dict[KeyT, list[ValueT]]:
    found: dict[KeyT, list[ValueT]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def page_of_model(node: Node) -> str:
    """Return the path of the page about a model, or about a table that a dbt source declares."""
    folder = "sources" if node.kind is NodeKind.SOURCE else "models"
    return f"{folder}/{file_stem(node.label)}.md"


def page_of_table(name: TableName) -> str:
    """Return the path of the page about a table that no dbt node builds."""
    return f"tables/{file_stem(str(name).replace(':', '.'))}.md"


def page_of_metric(source: str, measure: str) -> str:
    """Return the path of the page about a metric."""
    return f"metrics/{file_stem(f'{source}.{measure}')}.md"
