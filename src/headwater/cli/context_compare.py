"""``headwater context compare``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from headwater.cli._lineage import echo, print_json
from headwater.cli._project import project_options

if TYPE_CHECKING:
    from headwater.context.live import LiveProject


@click.command("compare")
@click.argument("first")
@click.argument("second")
@click.option(
    "--key",
    multiple=True,
    metavar="COLUMN",
    help="A column of the key; may be repeated.  [default: a declared or inferred key]",
)
@click.option("--check", is_flag=True, help="Exit with code 1 if they differ.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@project_options
def command(first: str, second: str, key: tuple[str, ...], check: bool, as_json: bool, live: LiveProject) -> None:
    """Compare the tables FIRST and SECOND row by row. Both are models, or tables of the same database."""
    from headwater.context.verify import compare_tables, comparison_lines

    found = compare_tables(live, first, second, key)
    if as_json:
        print_json(found)
    else:
        for line in comparison_lines(found):
            echo(line)
    if check and not found.is_equal:
        sys.exit(1)
