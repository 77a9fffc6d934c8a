"""``headwater context show``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from headwater.cli._project import project_options
from headwater.context.catalog import Catalog, Column, ForeignKey, Table, Value

if TYPE_CHECKING:
    from headwater.context.live import LiveProject


@click.command("show")
@click.argument("table", required=False)
@click.option("--keys", is_flag=True, help="Show primary and foreign keys, with the evidence for them.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@project_options
def command(table: str | None, keys: bool, as_json: bool, live: LiveProject) -> None:
    """Show the sources and tables, or one TABLE, which is a model or [source:][schema.]name."""
    if table is not None:
        live.reread()
    chosen = None if table is None else live.with_profile(live.table(table))
    catalog = live.catalog()
    if as_json:
        _print_json(catalog, chosen, keys)
    elif keys:
        _print_keys(catalog, chosen)
    elif chosen is None:
        _print_catalog(catalog)
    else:
        _print_table(catalog, chosen)


def _print_json(catalog: Catalog, chosen: Table | None, keys: bool) -> None:
    from pydantic import TypeAdapter

    chosen_keys = [key for key in catalog.keys if chosen is None or key.table == chosen.name]
    references = [key for key in catalog.foreign_keys if chosen is None or chosen.name in (key.table, key.to_table)]
    answer: dict[str, Any] = {"keys": chosen_keys, "foreign_keys": references}
    if not keys:
        tables = catalog.tables if chosen is None else [chosen]
        answer = {"sources": catalog.sources, "tables": tables} | answer
    click.echo(TypeAdapter(dict[str, Any]).dump_json(answer, indent=2))


def _print_catalog(catalog: Catalog) -> None:
    from headwater.cli._tables import plain_table

    rows = []
    for table in catalog.tables:
        key = catalog.primary_key(table.name)
        rows.append(
            {
                "table": _plain(str(table.name)),
                "kind": table.kind.value,
                "rows": _rows(table),
                "columns": len(table.columns),
                "key": _plain(", ".join(key.columns)) if key else "",
                "problem": _plain(table.problem or ""),
            }
        )
    plain_table(rows)
    for source in catalog.sources:
        click.echo(f"{source.name}: {source.engine.value}, {source.location}")
        for problem in source.problems:
            click.echo(f"  {problem}", err=True)


def _print_table(catalog: Catalog, table: Table) -> None:
    from headwater.cli._tables import plain_table

    click.echo(f"{table.name} · {table.kind.value} · {_rows(table)} rows")
    for line in (table.comment, table.problem):
        if line:
            click.echo(line)
    plain_table([_column_row(catalog, table, column) for column in table.columns])


def _column_row(catalog: Catalog, table: Table, column: Column) -> dict[str, Any]:
    row: dict[str, Any] = {"column": _plain(column.name), "type": _plain(column.native_type), "key": ""}
    primary = catalog.primary_key(table.name)
    marks = ["PK"] if primary and column.name in primary.columns else []
    marks += [_target(key) for key in catalog.references(table.name) if column.name in key.columns]
    row["key"] = _plain(" ".join(marks))
    profile = column.profile
    if profile is None:
        return row | {"null": "", "distinct": "", "range": "", "frequent": ""}
    rate = column.null_rate(table.profiled_rows)
    row["null"] = "" if rate is None else f"{rate:.1%}"
    row["distinct"] = f"{'' if profile.distinct_exact else '~'}{profile.distinct:,}"
    row["range"] = _plain(f"{_short(profile.range.min)} … {_short(profile.range.max)}" if profile.range else "")
    row["frequent"] = _plain(", ".join(_short(item.value) for item in profile.frequent[:3]))
    return row


def _print_keys(catalog: Catalog, chosen: Table | None) -> None:
    from headwater.cli._tables import plain_table

    rows = []
    for key in catalog.keys:
        if chosen is None or key.table == chosen.name:
            kind = "primary" if key.primary else "unique"
            rows.append((key.table, key.columns, kind, "", key.origin, key.evidence))
    for reference in catalog.foreign_keys:
        if chosen is None or chosen.name in (reference.table, reference.to_table):
            rows.append(
                (
                    reference.table,
                    reference.columns,
                    "foreign",
                    _target(reference),
                    reference.origin,
                    reference.evidence,
                )
            )
    plain_table(
        [
            {
                "table": _plain(str(table)),
                "columns": _plain(", ".join(columns)),
                "key": kind,
                "to": _plain(target),
                "origin": origin.value,
                "because": _plain("; ".join(evidence.reasons)) if evidence else "",
            }
            for table, columns, kind, target, origin, evidence in rows
        ]
    )


def _target(key: ForeignKey) -> str:
    return f"→ {key.to_table.qualified}({', '.join(key.to_columns)})"


def _rows(table: Table) -> str:
    if table.rows is None:
        return "?"
    return f"{'' if table.rows_exact else '~'}{table.rows:,}"


def _short(value: Value) -> str:
    text = "null" if value is None else str(value) or "''"
    return text if len(text) <= 24 else text[:23] + "…"


def _plain(text: str) -> str:
    """Replace control characters, because names and values are untrusted."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
