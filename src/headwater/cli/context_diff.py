"""``headwater context diff``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from headwater.cli._lineage import echo, lineage_options, opened, print_edges, print_json

if TYPE_CHECKING:
    from headwater.context.lineage import ColumnName, Condition


@click.command("diff")
@click.argument("first")
@click.argument("second")
@lineage_options
def command(first: str, second: str, project: Path | None, adapter: str | None, as_json: bool) -> None:
    """Show why columns FIRST and SECOND may differ: what both are made of, and what happens to one only."""
    found = opened(project, adapter).diff(first, second)
    if as_json:
        print_json(found)
        return
    if not found.common:
        echo(f"{found.first} and {found.second} are made of nothing in common")
    for common in found.common:
        echo(f"both are made of {common.column}")
        for end, edges in ((found.first, common.to_first), (found.second, common.to_second)):
            echo(f"  to {end}" if edges else f"  which is {end}")
            print_edges(edges, up=False)
    _print_side(found.first, found.only_first, found.conditions_first)
    _print_side(found.second, found.only_second, found.conditions_second)


def _print_side(name: ColumnName, only: Sequence[ColumnName], conditions: Sequence[Condition]) -> None:
    if only or conditions:
        echo(f"only behind {name}")
    for column in only:
        echo(f"  {column}")
    for condition in conditions:
        where = f"  {condition.step.place}  {condition.step.text}" if condition.step else ""
        echo(f"  {condition.relation}: {condition.kind} {condition.column}{where}")
