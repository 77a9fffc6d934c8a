"""Formats answers about tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from headwater.context.catalog import Column, ForeignKey, Table, Value
from headwater.context.live import LiveProject
from headwater.context.search import SearchHit
from headwater.context.semantic import NameReference, SemanticLayer
from headwater.dbt import Node
from headwater.plurals import counted

_MOST_TABLES = 400


def overview_lines(project: LiveProject) -> Iterator[str]:
    """Yield a line for each database, each of its tables, and the dbt project."""
    catalog = project.catalog()
    if project.dbt_folder is not None:
        lineage = project.lineage()
        summary = lineage.summary()
        relations = ", ".join(counted(number, kind) for kind, number in summary.relations.items())
        yield (
            f"dbt project {lineage.project.name}: {relations}, {counted(summary.columns, 'column')}; "
            f"{counted(summary.problems, 'problem')}"
        )
    for source in catalog.sources:
        tables = [table for table in catalog.tables if table.name.source == source.name]
        yield f"{source.name} ({source.engine}, {source.location}): {counted(len(tables), 'table')}"
        yield from (f"  {problem}" for problem in source.problems)
        by_schema: dict[str, list[str]] = {}
        for table in tables[:_MOST_TABLES]:
            by_schema.setdefault(table.name.schema, []).append(table.name.name)
        for schema, names in by_schema.items():
            yield f"  {schema or 'files'}: {', '.join(names)}"
    if not catalog.sources and project.dbt_folder is None:
        yield f"{project.folder}: no dbt project, no DuckDB file, and nothing was scanned"


def table_lines(project: LiveProject, node: Node | None, table: Table | None) -> Iterator[str]:
    """Yield everything that is known about a model, its table, or both."""
    if node is not None:
        yield from _node_lines(project, node, table)
    if table is None:
        return
    if table.profiled_rows or table.kind.value != "table" or node is not None:
        rows = "?" if table.rows is None else f"{'' if table.rows_exact else '~'}{table.rows:,}"
        age = "; rows and values as of the last scan" if project.is_of_scan(table) else ""
        yield f"{table.name} · {table.kind.value} · {rows} rows{age}"
    yield from filter(None, (table.comment, table.problem))
    catalog = project.catalog()
    primary = catalog.primary_key(table.name)
    if primary is not None:
        yield f"key: {', '.join(primary.columns)} ({primary.origin})"
    references = {column: key for key in catalog.references(table.name) for column in key.columns}
    for column in table.columns:
        yield _column_line(node, table, column, references.get(column.name))
    for key in catalog.referenced_by(table.name):
        yield f"referenced by {key.table.qualified}({', '.join(key.columns)})"


def _node_lines(project: LiveProject, node: Node, table: Table | None) -> Iterator[str]:
    kind = str(node.config.get("materialized") or "")
    yield f"{node.unique_id} · {node.place.file}" + (f" · {kind}" if kind else "")
    if node.declaration and node.declaration.description:
        yield node.declaration.description
    lineage = project.lineage()
    above = lineage.upstream_relations(node.unique_id, depth=1).relations
    below = lineage.downstream_relations(node.unique_id, depth=1).relations
    if above:
        yield f"reads: {', '.join(one.name for one in above)}"
    if below:
        yield f"read by: {', '.join(one.name for one in below)}"
    tests = [test.name for test in lineage.project.tests if test.node == node.unique_id]
    if tests:
        yield f"tests: {', '.join(tests)}"
    if table is None:
        unread = project.unread()
        known = "not built: there is no table of it in a database that is known"
        yield f"may be built or not: {unread}" if unread else known
        for name in lineage.columns(node.unique_id):
            declared = node.columns.get(name.column)
            declaration = f" {declared.data_type} {declared.description}".rstrip() if declared else ""
            yield f"- {name.column}{declaration}"


def _column_line(node: Node | None, table: Table, column: Column, key: ForeignKey | None) -> str:
    parts = [f"- {column.name} {column.native_type}"]
    if key is not None:
        parts.append(f"→ {key.to_table.qualified}({', '.join(key.to_columns)})")
    profile = column.profile
    if profile is not None and table.profiled_rows:
        rate = column.null_rate(table.profiled_rows)
        parts += [f"null {rate:.1%}"] if rate else []
        parts.append(f"{'' if profile.distinct_exact else '~'}{profile.distinct:,} distinct")
        if profile.frequent_complete and len(profile.frequent) <= 12 and profile.distinct:
            parts.append("values " + ", ".join(f"{_short(one.value)} ({one.count:,})" for one in profile.frequent))
        elif profile.range is not None:
            parts.append(f"{_short(profile.range.min)} … {_short(profile.range.max)}")
    declared = node.columns.get(column.name.lower()) if node else None
    about = (declared.description if declared else "") or column.comment
    return "; ".join(parts) + (f". {' '.join(about.split())[:200]}" if about else "")


def hit_lines(hits: Sequence[SearchHit]) -> Iterator[str]:
    """Yield the search results, the best first."""
    for hit in hits:
        about = " ".join(hit.about.split())
        yield f"{hit.kind}: {hit.id}" + (f" - {about[:160]}" if about else "") + f"  ({'; '.join(hit.why)})"
    if not hits:
        yield "nothing found; try other words, or show without a name for all tables"


def rows_lines(columns: Sequence[str], rows: Iterable[Sequence[Value]], truncated: str | None) -> Iterator[str]:
    """Yield rows as tab-separated values."""
    yield "\t".join(columns)
    number = 0
    for number, row in enumerate(rows, 1):  # noqa: B007 - counted
        yield "\t".join("null" if value is None else str(value) for value in row)
    yield f"[{counted(number, 'row')}]" if truncated is None else f"[{counted(number, 'row')}; {truncated}]"


def layer_lines(layer: SemanticLayer) -> Iterator[str]:
    """Yield the measures and dimensions of a semantic layer."""
    for source in layer.sources.values():
        yield _query_name(source.name) + (f": {source.description}" if source.description else "")
        measures = [_query_name(each.name) for each in source.measures if not each.hidden]
        if measures:
            yield f"  measures: {', '.join(measures)}"
        yield f"  dimensions: {', '.join(_query_name(each.name) for each in source.columns if not each.hidden)}"
        if source.joins:
            yield f"  joined to: {', '.join(_query_name(each.role or each.to) for each in source.joins)}"


def _query_name(name: str) -> str:
    """Return a name in the form that queries accept. It is quoted unless it is plain."""
    return str(NameReference((), name))


def _short(value: Value) -> str:
    text = "null" if value is None else str(value) or "''"
    return text if len(text) <= 40 else text[:39] + "…"
