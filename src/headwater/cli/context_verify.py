"""``headwater context verify``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from headwater.cli._lineage import echo, print_json
from headwater.cli._project import project_options

if TYPE_CHECKING:
    from headwater.context.live import LiveProject


@click.command("verify")
@click.argument("models", nargs=-1, required=True, metavar="MODEL...")
@click.option("--check", is_flag=True, help="Exit with code 1 if a check fails.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@project_options
def command(models: tuple[str, ...], check: bool, as_json: bool, live: LiveProject) -> None:
    """Check the table of each MODEL against its contract and its parents, with read-only queries."""
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
