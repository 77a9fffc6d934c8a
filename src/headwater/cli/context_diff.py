"""``headwater context diff``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from headwater.cli._lineage import echo, print_edges, print_json
from headwater.cli._project import project_options

if TYPE_CHECKING:
    from headwater.context.lineage import ColumnName, RowCondition
    from headwater.context.live import LiveProject


@click.command("diff")
@click.argument("first")
@click.argument("second")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@project_options
def command(first: str, second: str, live: LiveProject, as_json: bool) -> None:
    """Show why the columns FIRST and SECOND can differ: their common inputs, and the inputs of only one of them."""
    found = live.lineage().diff(first, second)
    if as_json:
        print_json(found)
        return
    if not found.common:
        echo(f"{found.first} and {found.second} have no common inputs")
    for common in found.common:
        echo(f"both derive from {common.column}")
        for end, edges in ((found.first, common.to_first), (found.second, common.to_second)):
            echo(f"  to {end}" if edges else f"  which is {end}")
            print_edges(edges, up=False)
    _print_side(found.first, found.only_first, found.conditions_first)
    _print_side(found.second, found.only_second, found.conditions_second)


def _print_side(name: ColumnName, only: Sequence[ColumnName], conditions: Sequence[RowCondition]) -> None:
    if only or conditions:
        echo(f"only upstream of {name}")
    for column in only:
        echo(f"  {column}")
    for condition in conditions:
        where = f"  {condition.step.place}  {condition.step.text}" if condition.step else ""
        echo(f"  {condition.relation}: {condition.kind} {condition.column}{where}")
