"""``headwater context query-sql``."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import click

from headwater.cli._context import index_option, opened_index, print_rows
from headwater.cli._extras import needs_extra
from headwater.context.catalog import read_catalog
from headwater.errors import UserError


@click.command("query-sql")
@click.argument("sql")
@click.option("--source", help="Which source; needed where there are several.")
@click.option("--rows", type=click.IntRange(1, 100_000), default=200, show_default=True, help="At most so many rows.")
@click.option("--timeout", type=click.FloatRange(0.1, 3600), default=30.0, show_default=True, help="Seconds.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@index_option
def command(
    sql: str, source: str | None, rows: int, timeout: float, as_json: bool, as_csv: bool, index_folder: Path | None
) -> None:
    """Run one SELECT on a scanned source and print its rows; SQL "-" is read from standard input.

    The source is read-only; files, network, extensions and everything else beyond its tables are out of reach.
    """
    index = opened_index(index_folder)
    text = sys.stdin.read() if sql == "-" else sql
    if not text.strip():
        raise UserError("the query is empty")
    with needs_extra("context"):
        from headwater.context import _ask
        from headwater.context.engines import Limits

        limits = Limits(rows=rows, seconds=timeout, bytes=rows * 20_000)
        answer = _ask.query_sql(read_catalog(index.catalog), index.project, text, limits, source)
    names = [column.name for column in answer.columns]
    if as_json:
        types = [column.type for column in answer.columns]
        shown = {"columns": names, "types": types, "rows": answer.rows, "truncated": answer.truncated}
        click.echo(json.dumps(shown, ensure_ascii=False))
    elif as_csv:
        writer = csv.writer(sys.stdout)
        writer.writerow(names)
        writer.writerows(answer.rows)
    else:
        print_rows(names, answer.rows)
    if answer.truncated and not as_json:
        click.echo(answer.truncated, err=True)
