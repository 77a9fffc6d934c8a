"""Treats dbt's ``relationships`` tests as references. Projects declare such tests even if some rows fail them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from headwater.context.catalog import Catalog, Column, Evidence, ForeignKey, Origin, Table
from headwater.context.semantic.generation._dbt_entries import Translation
from headwater.dbt import DbtProject, Node, Test
from headwater.errors import NotFoundError, UnsupportedError, UserError

Orphans = Callable[[ForeignKey], tuple[int, int]]
"""Counts the rows with a reference, and those whose reference matches no row. Raises the engine's errors."""


def with_relationships(
    catalog: Catalog, project: DbtProject, tables: Mapping[str, Table], count: Orphans | None, done: Translation
) -> Catalog:
    """Return the catalog with added references, which dbt declares but the data did not reveal.

    Args:
        catalog: The scanned sources.
        project: The dbt project that declares the references.
        tables: The table of each node, keyed by unique id.
        count: Counts the rows that violate a reference, or None to skip this.
        done: Collects the references that cannot be used for joins.
    """
    known = {(key.table, key.columns, key.to_table, key.to_columns) for key in catalog.foreign_keys}
    found: list[ForeignKey] = []
    for test in project.tests:
        if test.test != "relationships" or test.node not in tables:
            continue
        try:
            key = _reference(catalog, project, tables, test)
        except UserError as error:
            done.leave(test.place, f"relationships of {test.column}", error)
            continue
        same = (key.table, key.columns, key.to_table, key.to_columns)
        if same not in known:
            known.add(same)
            found.append(replace(key, evidence=Evidence(1.0, (f"declared at {test.place}", *_counted(key, count)))))
    return replace(catalog, foreign_keys=(*catalog.foreign_keys, *found))


def _reference(catalog: Catalog, project: DbtProject, tables: Mapping[str, Table], test: Test) -> ForeignKey:
    assert test.node is not None
    table = tables[test.node]
    reference, field = test.references[0] if len(test.references) == 1 else (None, None)
    node = project.resolve(reference, test.package) if reference else None
    if node is None or not field:
        raise NotFoundError("it names no existing model")
    if test.is_of_some_rows:
        raise UnsupportedError("it applies to some rows only")
    other = tables.get(node.unique_id)
    if other is None or other.name.source != table.name.source:
        raise NotFoundError(f"{node.label} is not among the scanned tables of {table.name.source}")
    column, to = _column(table, test.column or ""), _column(other, field)
    if not _is_unique(catalog, project, node, other, to):
        raise UnsupportedError(f"{field} is not known to identify rows of {node.label}", fix="test that it is unique")
    if to.profile and to.profile.distinct_exact and to.profile.distinct < other.profiled_rows - to.profile.nulls:
        raise UnsupportedError(f"{field} is in several rows of {node.label}, though a test says that it is unique")
    one_to_one = any(key.columns == (column.name,) for key in catalog.keys if key.table == table.name)
    return ForeignKey(
        table.name, (column.name,), other.name, (to.name,), Origin.DECLARED, name=test.name, one_to_one=one_to_one
    )


def _column(table: Table, name: str) -> Column:
    found = table.column(name)
    if found is None:
        raise NotFoundError(f"{table.name.qualified} has no column {name}")
    return found


def _is_unique(catalog: Catalog, project: DbtProject, node: Node, table: Table, column: Column) -> bool:
    if any(key.columns == (column.name,) for key in catalog.keys if key.table == table.name):
        return True
    tests = (test for test in project.tests if test.node == node.unique_id and test.test == "unique")
    return any((test.column or "").lower() == column.name.lower() and not test.is_of_some_rows for test in tests)


def _counted(key: ForeignKey, count: Orphans | None) -> Iterator[str]:
    if count is None:
        return
    try:
        rows, orphans = count(key)
    except UserError as error:
        yield f"how many rows keep to it cannot be found out: {error}"
        return
    of = f"{rows:,} rows with a {key.columns[0]}"
    if orphans:
        yield f"{orphans:,} of {of} ({orphans / rows:.1%}) find none: they count, with nothing of {key.to_table.name}"
    else:
        yield f"all {of} find one"
