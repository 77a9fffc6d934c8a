"""``headwater context contract``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from headwater.cli._lineage import echo, lineage_options, opened, print_json, print_unresolved


@click.command("contract")
@click.option("--check", is_flag=True, help="Exit with 1 if there is any finding.")
@lineage_options
def command(check: bool, project: Path | None, adapter: str | None, as_json: bool) -> None:
    """Show what is declared against what is built: models, columns, refs, tables; and what is broken."""
    index = opened(project, adapter)
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
