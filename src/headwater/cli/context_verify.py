"""``headwater context verify``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from headwater.cli._context import project_option
from headwater.cli._lineage import echo, live_project, print_json


@click.command("verify")
@click.argument("models", nargs=-1, required=True, metavar="MODEL...")
@click.option("--check", is_flag=True, help="Exit with 1 if a check fails.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@project_option
def command(models: tuple[str, ...], check: bool, as_json: bool, project: Path | None) -> None:
    """Compare the table of each MODEL with its contract and its parents, by queries that only read."""
    with live_project(project) as live:
        from headwater.context.verify import verified_lines, verify_model

        found = [verify_model(live, model) for model in models]
    if as_json:
        print_json(found)
    else:
        for verified in found:
            for line in verified_lines(verified):
                echo(line)
    if check and any(verified.failed for verified in found):
        sys.exit(1)
