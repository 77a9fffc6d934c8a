"""``headwater context column``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from headwater.cli._lineage import echo, print_edges, print_json, print_tests, print_unresolved
from headwater.cli._project import project_options

if TYPE_CHECKING:
    from headwater.context.live import LiveProject


@click.command("column")
@click.argument("column")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@project_options
def command(column: str, live: LiveProject, as_json: bool) -> None:
    """Show everything that is known about COLUMN, such as orders.amount."""
    details = live.lineage().column(column)
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
