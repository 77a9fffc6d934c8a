"""``headwater context downstream``."""

from __future__ import annotations

from pathlib import Path

import click

from headwater.cli._lineage import (
    echo,
    lineage_options,
    opened,
    print_edges,
    print_json,
    print_relations,
    print_unresolved,
    trace_options,
)


@click.command("downstream")
@click.argument("name")
@trace_options
@lineage_options
def command(
    name: str, rows: bool, depth: int | None, limit: int, project: Path | None, adapter: str | None, as_json: bool
) -> None:
    """Show what is fed by NAME: a column like orders.amount, or a model, source, seed or snapshot."""
    index = opened(project, adapter)
    if index.is_relation(name):
        relations = index.downstream_relations(name, depth=depth, limit=limit)
        print_json(relations) if as_json else print_relations(relations)
        return
    trace = index.downstream(name, rows=rows, depth=depth, limit=limit)
    if as_json:
        print_json(trace)
        return
    echo(str(trace.start))
    print_edges(trace.edges, up=False)
    if trace.total_columns > len(trace.columns):
        echo(f"… {trace.total_columns} columns in all; --limit shows more", err=True)
    print_unresolved(trace.unresolved)
