"""``headwater context impact``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from headwater.cli._lineage import echo, print_json, print_tests, print_unresolved
from headwater.cli._project import project_options

if TYPE_CHECKING:
    from headwater.context.live import LiveProject


@click.command("impact")
@click.argument("column")
@click.option(
    "--limit", type=click.IntRange(1), default=200, show_default=True, help="How many columns and tests to show."
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
    echo(f"values of {len(impact.columns)} columns")
    by_relation: dict[str, list[str]] = {}
    for name, _ in impact.columns:
        by_relation.setdefault(name.relation, []).append(name.column)
    for relation, columns in by_relation.items():
        echo(f"  {relation}: {', '.join(columns)}")
    echo(f"rows of {len(impact.rows)} relations")
    for decided in impact.rows:
        echo(f"  {decided.name}")
    for title, names in (
        ("marts", impact.marts),
        ("exposures", [exposure.name for exposure in impact.exposures]),
        ("metrics", impact.metrics),
    ):
        if names:
            echo(f"{title}: {', '.join(names)}")
    echo(f"{len(impact.tests)} tests would notice, or are about those rows")
    print_tests(impact.tests)
    print_unresolved(impact.unresolved)
