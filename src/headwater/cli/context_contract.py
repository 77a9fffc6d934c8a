"""``headwater context contract``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from headwater.cli._lineage import echo, print_json, print_unresolved
from headwater.cli._project import project_options

if TYPE_CHECKING:
    from headwater.context.live import LiveProject


@click.command("contract")
@click.option("--check", is_flag=True, help="Exit with code 1 if there is a finding.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@project_options
def command(check: bool, live: LiveProject, as_json: bool) -> None:
    """Compare the models, columns and references that the project declares with those that it builds."""
    index = live.lineage()
    findings = index.contract().findings
    if as_json:
        problems = [{"kind": one.kind.value, "place": str(one.place), "message": one.message} for one in index.problems]
        print_json({"findings": findings, "problems": problems, "unresolved": index.unresolved})
    else:
        from headwater.context.lineage import counts_line

        echo(counts_line(findings, index.problems, index.unresolved), err=True)
        for problem in index.problems:
            echo(f"{problem.place}: {problem.kind.value.replace('_', ' ')}: {problem.message}", err=True)
        print_unresolved(index.unresolved)
        for finding in findings:
            echo(f"{finding.place}: {finding.kind}: {finding.message}")
    if check and findings:
        sys.exit(1)
