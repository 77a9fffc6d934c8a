"""``headwater context column``."""

from __future__ import annotations

from pathlib import Path

import click

from headwater.cli._lineage import echo, lineage_options, opened, print_edges, print_json, print_tests, print_unresolved


@click.command("column")
@click.argument("column")
@lineage_options
def command(column: str, project: Path | None, adapter: str | None, as_json: bool) -> None:
    """Show all that is known of COLUMN (like orders.amount)."""
    details = opened(project, adapter).column(column)
    if as_json:
        print_json(details)
        return
    inferred = ", known only because something reads it" if details.name.inferred else ""
    echo(f"{details.name}  [{details.name.kind}{inferred}]  {details.data_type}  {details.place or ''}".rstrip())
    if details.description:
        echo(f"  {details.description}")
    for title, edges, up in (
        ("made of", details.upstream, True),
        ("its rows depend on", details.conditions, True),
        ("read by", details.downstream, False),
    ):
        if edges:
            echo(title)
            print_edges(edges, up=up)
    if details.tests:
        echo("tests")
        print_tests(details.tests)
    print_unresolved(details.unresolved)
