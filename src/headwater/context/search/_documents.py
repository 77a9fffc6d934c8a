"""Converts a project's knowledge to search documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from headwater.context.catalog import Column, Table, TypeKind
from headwater.context.search._types import DocumentKind, SearchDocument
from headwater.context.wiki import Knowledge, WikiPage
from headwater.dbt import Node, NodeKind

_MAX_VALUE = 100
_MAX_VALUES = 1_000


def documents_of(knowledge: Knowledge, pages: Iterable[WikiPage] = ()) -> Iterator[SearchDocument]:
    """Yield a project's documents. A table that a dbt node builds is represented by the node."""
    for table in knowledge.catalog.tables:
        node = knowledge.nodes.get(table.name)
        if node is None:
            yield _table(knowledge, table)
        for column in table.columns:
            yield _column(knowledge, table, node, column)
            yield from _values(table, column)
    project = knowledge.project
    for node in project.nodes.values() if project else ():
        if node.kind is not NodeKind.TEST:
            yield from _node(knowledge, node)
    yield from _metrics(knowledge)
    for page in pages:
        text = page.own_text.strip()
        if text and text != f"# {page.title}":
            tags = page.front.get("tags")
            about = " ".join([page.summary, *(map(str, tags) if isinstance(tags, list) else ())])
            yield SearchDocument(DocumentKind.PAGE, page.path, page.title, page.path, about, text, {"page": page.path})


def _table(knowledge: Knowledge, table: Table) -> SearchDocument:
    about = [table.comment or "", *_semantic_descriptions(knowledge, table)]
    return SearchDocument(
        DocumentKind.TABLE,
        str(table.name),
        table.name.name,
        f"{table.name.source} {table.name.schema}",
        " ".join(filter(None, about)),
        " ".join(column.name for column in table.columns),
        {"table": str(table.name)},
    )


def _semantic_descriptions(knowledge: Knowledge, table: Table) -> list[str]:
    return [source.description for source in knowledge.sources_of.get(table.name, ()) if source.description]


def _column(knowledge: Knowledge, table: Table, node: Node | None, column: Column) -> SearchDocument:
    declared = node.columns.get(column.name.lower()) if node else None
    about = [column.comment or "", declared.description if declared else ""]
    for source in knowledge.sources_of.get(table.name, ()):
        known = source.column(column.name)
        about.append(known.description or "" if known else "")
    return SearchDocument(
        DocumentKind.COLUMN,
        f"{table.name}.{column.name}",
        column.name,
        table.name.name,
        " ".join(dict.fromkeys(filter(None, about))),
        table.name.schema,
        {"table": str(table.name), "column": column.name, **({"model": node.unique_id} if node else {})},
    )


def _values(table: Table, column: Column) -> Iterator[SearchDocument]:
    """Yield documents for the values of a text column with few distinct values."""
    profile = column.profile
    if profile is None or column.kind is not TypeKind.TEXT:
        return
    for frequent in profile.frequent[:_MAX_VALUES]:
        value = str(frequent.value) if frequent.value is not None else ""
        if value.strip() and len(value) <= _MAX_VALUE:
            place = {"table": str(table.name), "column": column.name, "value": value}
            name = f"{table.name}.{column.name}={value}"
            yield SearchDocument(DocumentKind.VALUE, name, value, f"{table.name.name} {column.name}", place=place)


def _node(knowledge: Knowledge, node: Node) -> Iterator[SearchDocument]:
    table = knowledge.tables.get(node.unique_id)
    declared = node.declaration.description if node.declaration else ""
    about = [declared, table.comment or "" if table else ""]
    about += _semantic_descriptions(knowledge, table) if table else []
    names = [column.name for column in table.columns] if table else [column.name for column in node.columns.values()]
    place = {"model": node.unique_id, "file": node.place.file, **({"table": str(table.name)} if table else {})}
    folder = node.place.file.rpartition("/")[0]
    path = f"{node.package} {node.source_name} {folder} {node.schema}"
    text = " ".join(dict.fromkeys(filter(None, about)))
    yield SearchDocument(DocumentKind.MODEL, node.unique_id, node.label, path, text, " ".join(names), place)
    if table is None:
        for column in node.columns.values():
            own = {"model": node.unique_id, "column": column.name, "file": column.place.file}
            yield SearchDocument(
                DocumentKind.COLUMN,
                f"{node.unique_id}.{column.name}",
                column.name,
                node.label,
                column.description,
                place=own,
            )


def _metrics(knowledge: Knowledge) -> Iterator[SearchDocument]:
    known = set()
    for source in knowledge.layer.sources.values():
        for measure in source.measures:
            if measure.hidden:
                continue
            known.add(measure.name)
            rule = " ".join(filter(None, (measure.agg, measure.expr, measure.filter, *measure.segments)))
            name = f"{source.name}.{measure.name}"
            about = measure.description or ""
            yield SearchDocument(DocumentKind.METRIC, name, measure.name, source.name, about, rule, {"measure": name})
    for metric in knowledge.project.metrics if knowledge.project else ():
        if metric.name not in known:
            place = {"metric": metric.name, "file": metric.place.file}
            yield SearchDocument(
                DocumentKind.METRIC, f"metric.{metric.name}", metric.name, metric.package, metric.description,
                " ".join(metric.inputs), place,
            )  # fmt: skip
