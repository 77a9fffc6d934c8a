"""``headwater context query``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from headwater.cli._context import print_rows
from headwater.cli._project import limit_options, project_options

if TYPE_CHECKING:
    from headwater.context._semantic import MetricResult
    from headwater.context.live import LiveProject
    from headwater.context.semantic import Compiled

_GRAINS = ("year", "quarter", "month", "week", "day", "hour", "minute")


@click.command("query")
@click.option(
    "--measure",
    "-m",
    "measures",
    multiple=True,
    help="A measure, such as revenue, orders.revenue or sum(orders.amount); may be repeated.",
)
@click.option(
    "--dimension",
    "-d",
    "dimensions",
    multiple=True,
    help="A dimension, such as customers.segment or ordered_at:month; may be repeated.",
)
@click.option("--grain", type=click.Choice(_GRAINS), help="Grain of time dimensions without a grain of their own.")
@click.option(
    "--filter",
    "-f",
    "filters",
    multiple=True,
    help="A condition on columns; may be repeated, and all conditions must hold.",
)
@click.option("--having", multiple=True, help="A condition on measures and dimensions of the result; may be repeated.")
@click.option("--segment", "segments", multiple=True, help="A named filter of the semantic layer; may be repeated.")
@click.option("--order-by", multiple=True, help='A column of the result, such as "revenue desc"; may be repeated.')
@click.option("--limit", type=click.IntRange(0), metavar="N", help="Maximum number of rows that the query returns.")
@click.option("--include-empty", is_flag=True, help="Include groups without rows.")
@click.option("--sql", "only_sql", is_flag=True, help="Print the SQL without running it.")
@click.option("--source", help="The scanned source to query, if the semantic layer does not name it.")
@limit_options(1000)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@project_options
def command(
    only_sql: bool,
    source: str | None,
    rows: int,
    timeout: float,
    as_json: bool,
    live: LiveProject,
    **options: Any,
) -> None:
    """Query the semantic layer for measures grouped by dimensions, and print the rows or the SQL.

    \b
    headwater context query --measure revenue --dimension customers.segment
    headwater context query -m revenue -d metric_time --grain month -f "status = 'paid'" --sql
    """  # noqa: D301 - click reads \b as a character
    from headwater.context.engines import ReadLimits
    from headwater.context.semantic import Grain, MetricQuery

    for problem in live.layer().problems:
        click.echo(problem, err=True)
    options["grain"] = Grain(options["grain"]) if options["grain"] else None
    query = MetricQuery(**options)
    if only_sql:
        _print_sql(live.compiled(query, source), as_json)
        return
    _print_rows(live.ask(query, ReadLimits(rows=rows, seconds=timeout, bytes=rows * 20_000), source), as_json)


def _print_sql(compiled: Compiled, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"sql": compiled.sql, "columns": _columns(compiled), "notes": compiled.notes}))
        return
    click.echo(compiled.sql)
    for note in compiled.notes:
        click.echo(note, err=True)


def _print_rows(result: MetricResult, as_json: bool) -> None:
    compiled, answer = result.compiled, result.answer
    if as_json:
        output = {
            "columns": _columns(compiled),
            "rows": answer.rows,
            "truncated": answer.truncated,
            "notes": compiled.notes,
            "sql": compiled.sql,
        }
        click.echo(json.dumps(output, ensure_ascii=False))
        return
    print_rows([column.name for column in compiled.columns], answer.rows)
    for line in (*compiled.notes, *([answer.truncated] if answer.truncated else [])):
        click.echo(line, err=True)


def _columns(compiled: Compiled) -> list[dict[str, Any]]:
    return [
        {"name": each.name, "asked": each.reference, "measure": each.measure, "description": each.description}
        for each in compiled.columns
    ]
