"""``headwater context impact``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from headwater.cli._lineage import echo, print_json, print_tests, print_unresolved
from headwater.cli._project import project_options
from headwater.plurals import counted

if TYPE_CHECKING:
    from headwater.context.live import LiveProject


@click.command("impact")
@click.argument("column")
@click.option(
    "--limit",
    type=click.IntRange(1),
    metavar="N",
    default=200,
    show_default=True,
    help="Maximum number of columns and tests.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@project_options
def command(column: str, limit: int, live: LiveProject, as_json: bool) -> None:
    """Show which columns, rows, tests, exposures and metrics depend on COLUMN, such as orders.amount."""
    impact = live.lineage().impact(column, limit=limit)
    if as_json:
        print_json(impact)
        return
    echo(f"A change of {impact.start} changes")
    echo(f"values of {counted(len(impact.columns), 'column')}")
    by_relation: dict[str, list[str]] = {}
    for name, _ in impact.columns:
        by_relation.setdefault(name.relation, []).append(name.column)
    for relation, columns in by_relation.items():
        echo(f"  {relation}: {', '.join(columns)}")
    echo(f"rows of {counted(len(impact.rows), 'relation')}")
    for decided in impact.rows:
        echo(f"  {decided.name}")
    for title, names in (
        ("marts", impact.marts),
        ("exposures", [exposure.name for exposure in impact.exposures]),
        ("metrics", impact.metrics),
    ):
        if names:
            echo(f"{title}: {', '.join(names)}")
    echo(f"tests that read these columns or rows: {len(impact.tests)}")
    print_tests(impact.tests)
    print_unresolved(impact.unresolved)
