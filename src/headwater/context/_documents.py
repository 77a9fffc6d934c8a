"""Generates a project's editable documents: the semantic layer and the wiki."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from headwater.context._ask import Asker
from headwater.context._index import Index
from headwater.context.catalog import Catalog, ForeignKey
from headwater.context.engines import EngineSql, ReadLimits
from headwater.context.lineage import LineageIndex
from headwater.context.semantic import read_layer
from headwater.context.semantic.generation import GeneratedFile, from_project, generate
from headwater.context.wiki import Knowledge, draft_pages, write_pages
from headwater.dbt import read_project

_DBT = "dbt_project.yml"
_MOST = 1_000
_LIMITS = ReadLimits(rows=1, seconds=30)


@dataclass(frozen=True)
class GeneratedDocument:
    """A generated document.

    Attributes:
        file: The path relative to the project.
        change: A word that says what happened to the file.
        not_taken: Generated lines that were dropped because a user had edited the same lines.
    """

    file: str
    change: str
    not_taken: tuple[str, ...] = ()


@dataclass(frozen=True)
class Documents:
    """The result of ``generate_documents``.

    Attributes:
        left_out: Parts of dbt's semantic models without a counterpart in the semantic layer, one line each.
        problems: Parts of the current layer that cannot be used, one line each.
    """

    files: tuple[GeneratedDocument, ...]
    left_out: tuple[str, ...]
    problems: tuple[str, ...]


@dataclass(frozen=True)
class GeneratedLayer:
    """A generated semantic layer, and the knowledge from which wiki pages are drafted."""

    files: tuple[GeneratedFile, ...]
    left_out: tuple[str, ...]
    problems: tuple[str, ...]
    knowledge: Knowledge


def generate_documents(
    index: Index,
    catalog: Catalog,
    dbt_folder: Path | None = None,
    adapter: str | None = None,
    variables: Mapping[str, Any] | None = None,
) -> Documents:
    """Write the semantic layer and the wiki, merging new content into users' edits.

    Args:
        index: The index, which determines the paths of the documents.
        catalog: The scanned sources.
        dbt_folder: The folder of a dbt project. The default is the project's own folder, or the only dbt project
            directly in it.
        adapter: The dbt adapter. The default is the one in ``profiles.yml``.
        variables: Variables for the dbt project.
    """
    layer = generate_layer(index, catalog, dbt_folder, adapter, variables)
    pages = write_pages(draft_pages(layer.knowledge), index.wiki)
    root = index.project
    files = [GeneratedDocument(str(each.path.relative_to(root)), each.change, each.not_taken) for each in layer.files]
    wiki = index.wiki.relative_to(root)
    files += [GeneratedDocument(str(wiki / each.path), each.change, each.not_taken) for each in pages]
    return Documents(tuple(files), layer.left_out, layer.problems)


def generate_layer(
    index: Index,
    catalog: Catalog,
    dbt_folder: Path | None = None,
    adapter: str | None = None,
    variables: Mapping[str, Any] | None = None,
) -> GeneratedLayer:
    """Write only the semantic layer. The arguments are those of ``generate_documents``."""
    lineage = _lineage_of(index, catalog, dbt_folder, adapter, variables)
    project = lineage.project if lineage else None
    with Asker() as asker:
        translated = from_project(catalog, project, lambda key: _orphans(asker, index, catalog, key))
    layer_files = generate(translated.sources.values(), index.semantic)
    read = read_layer(index.semantic)
    knowledge = Knowledge(catalog, project, read.layer, read.files, _parents(lineage) if lineage else {})
    return GeneratedLayer(tuple(layer_files), tuple(translated.left_out), read.problems, knowledge)


def _orphans(asker: Asker, index: Index, catalog: Catalog, key: ForeignKey) -> tuple[int, int]:
    """Count the rows with a non-null reference, and how many of these references match no row."""
    source = catalog.source(key.table.source)
    assert source is not None
    sql = EngineSql(source.engine)
    table, other = catalog.by_name[key.table], catalog.by_name[key.to_table]
    [column], [to] = key.columns, key.to_columns
    rows = f"select count({sql.name(column)}) from {sql.table(table)}"
    orphans = sql.orphans(table, column, other, to)
    counted = (asker.query(source, index.project, query, _LIMITS).rows[0][0] for query in (rows, orphans))
    referring, orphan_count = (int(value or 0) for value in counted)
    return referring, orphan_count


def knowledge_of(index: Index, catalog: Catalog, dbt_folder: Path | None = None) -> Knowledge:
    """Return what is known about a project, except for the parents of its dbt models."""
    folder = dbt_folder_of(index, dbt_folder)
    project = read_project(folder) if folder else None
    if not index.semantic.is_dir():
        return Knowledge(catalog, project)
    read = read_layer(index.semantic)
    return Knowledge(catalog, project, read.layer, read.files)


def _lineage_of(
    index: Index,
    catalog: Catalog,
    dbt_folder: Path | None,
    adapter: str | None,
    variables: Mapping[str, Any] | None,
) -> LineageIndex | None:
    """Return the current lineage of the dbt project, or None if there is no dbt project."""
    folder = dbt_folder_of(index, dbt_folder)
    if folder is None:
        return None
    tables = {table.name.qualified: [column.name for column in table.columns] for table in catalog.tables}
    lineage = LineageIndex.open(folder, cache=index.lineage, tables=tables, adapter=adapter, variables=variables)
    lineage.refresh()
    return lineage


def dbt_folder_of(index: Index, folder: Path | None = None) -> Path | None:
    """Return the folder of the dbt project.

    This is the given folder, or else the project's own folder, or else the only dbt project directly in it.
    """
    if folder is not None or (index.project / _DBT).is_file():
        return folder or index.project
    below = sorted(index.project.glob(f"*/{_DBT}"))
    return below[0].parent if len(below) == 1 else None


def _parents(lineage: LineageIndex) -> dict[str, list[str]]:
    """Return each node's parents, keyed by unique id.

    Disabled nodes have no parents, because lineage does not include them.
    """
    ids = {node.label: unique_id for unique_id, node in lineage.project.nodes.items()}
    parents = {}
    for unique_id in filter(lineage.is_relation, ids.values()):
        above = lineage.upstream_relations(unique_id, depth=1, limit=_MOST).relations
        parents[unique_id] = [ids[each.name] for each in above if each.name in ids]
    return parents
