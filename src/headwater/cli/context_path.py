"""``headwater context path``."""

from __future__ import annotations

from pathlib import Path

import click

from headwater.cli._lineage import echo, lineage_options, opened, print_edges, print_json


@click.command("path")
@click.argument("source")
@click.argument("target")
@lineage_options
def command(source: str, target: str, project: Path | None, adapter: str | None, as_json: bool) -> None:
    """Show how column SOURCE gets into column TARGET, or the other way round."""
    path = opened(project, adapter).path(source, target)
    if as_json:
        print_json(path)
    elif not path.edges:
        echo(f"{path.source} does not get into {path.target}, nor the other way round")
    else:
        by = ", only by deciding which rows there are" if path.by_rows else ""
        echo(f"{path.source} gets into {path.target} in {len(path.edges)} steps{by}")
        print_edges(path.edges, up=False)
