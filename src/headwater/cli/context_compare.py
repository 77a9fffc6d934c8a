"""``headwater context compare``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from headwater.cli._context import project_option
from headwater.cli._lineage import echo, live_project, print_json


@click.command("compare")
@click.argument("first")
@click.argument("second")
@click.option("--key", multiple=True, metavar="COLUMN", help="Names a row; may be repeated.  [default: found]")
@click.option("--check", is_flag=True, help="Exit with 1 if they differ.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@project_option
def command(first: str, second: str, key: tuple[str, ...], check: bool, as_json: bool, project: Path | None) -> None:
    """Compare the tables FIRST and SECOND (models, or tables of the same database) row by row."""
    with live_project(project) as live:
        from headwater.context.verify import compare_tables, comparison_lines

        found = compare_tables(live, first, second, key)
    if as_json:
        print_json(found)
    else:
        for line in comparison_lines(found):
            echo(line)
    if check and not found.is_equal:
        sys.exit(1)
