"""``headwater context path``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from headwater.cli._lineage import echo, print_edges, print_json
from headwater.cli._project import project_options

if TYPE_CHECKING:
    from headwater.context.live import LiveProject


@click.command("path")
@click.argument("source")
@click.argument("target")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@project_options
def command(source: str, target: str, live: LiveProject, as_json: bool) -> None:
    """Show the steps from column SOURCE to column TARGET, in either direction."""
    path = live.lineage().path(source, target)
    if as_json:
        print_json(path)
    elif not path.edges:
        echo(f"neither {path.source} nor {path.target} is derived from the other")
    else:
        by = ", only by deciding which rows exist" if path.by_rows else ""
        echo(f"{path.source} reaches {path.target} in {len(path.edges)} steps{by}")
        print_edges(path.edges, up=False)
