"""``headwater context impact``."""

from __future__ import annotations

from pathlib import Path

import click

from headwater.cli._lineage import echo, lineage_options, opened, print_json, print_tests, print_unresolved


@click.command("impact")
@click.argument("column")
@click.option("--limit", type=click.IntRange(1), default=200, show_default=True, help="Columns and tests to show.")
@lineage_options
def command(column: str, limit: int, project: Path | None, adapter: str | None, as_json: bool) -> None:
    """Show what a change of COLUMN (like orders.amount) can reach: columns, rows, tests, exposures, metrics."""
    impact = opened(project, adapter).impact(column, limit=limit)
    if as_json:
        print_json(impact)
        return
    echo(f"A change of {impact.start} changes")
    echo(f"values of {len(impact.columns)} columns")
    for name, distance in impact.columns:
        echo(f"  {'  ' * min(distance - 1, 12)}{name}")
    echo(f"rows of {len(impact.rows)} relations")
    for relation in impact.rows:
        echo(f"  {'  ' * min(relation.distance, 12)}{relation.name}")
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
