"""``headwater context query-sql``."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from headwater.cli._context import print_rows
from headwater.cli._project import limit_options, project_options
from headwater.csv_lines import csv_line
from headwater.errors import OptionError

if TYPE_CHECKING:
    from headwater.context.live import LiveProject


@click.command("query-sql")
@click.argument("sql")
@click.option("--source", help="The source to query; required if several contain the tables.")
@limit_options(200)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@project_options
def command(
    sql: str, source: str | None, rows: int, timeout: float, as_json: bool, as_csv: bool, live: LiveProject
) -> None:
    """Run one SELECT on a source and print its rows. If SQL is "-", it is read from standard input.

    The query can only read the tables of the source. It has no access to files, the network or extensions.
    """
    text = sys.stdin.read() if sql == "-" else sql
    if not text.strip():
        raise OptionError("the query is empty")
    from headwater.context.engines import ReadLimits

    answer = live.query(text, ReadLimits(rows=rows, seconds=timeout, bytes=rows * 20_000), source)
    names = [column.name for column in answer.columns]
    if as_json:
        types = [column.type for column in answer.columns]
        output = {"columns": names, "types": types, "rows": answer.rows, "truncated": answer.truncated}
        click.echo(json.dumps(output, ensure_ascii=False))
    elif as_csv:
        for line in (names, *answer.rows):
            click.echo(csv_line(line), nl=False)
    else:
        print_rows(names, answer.rows)
    if answer.truncated and not as_json:
        click.echo(answer.truncated, err=True)
