"""``headwater regrade``."""

from __future__ import annotations

from pathlib import Path

import click

from headwater.cli._job import on_terminal, report_interrupt, verbose_option
from headwater.cli.run_ import print_results
from headwater.errors import TasksBrokenError
from headwater.jobs import JobFolder, regrade_job


@click.command("regrade")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--json", "as_json", is_flag=True, help="Print results as JSON.")
@verbose_option
def command(folder: Path, as_json: bool, verbose: bool) -> None:
    """Grade the frozen states of the job in DIR again, and keep the earlier verdicts next to the new ones."""
    job = JobFolder(folder.absolute())
    with on_terminal(verbose=verbose) as (progress, cancel):
        regraded = regrade_job(job, progress, cancel)
    print_results(job, as_json=as_json)
    for line in regraded.skipped:
        click.echo(f"left unchanged: {line}", err=True)
    click.echo(f"{regraded.graded} graded again, {len(regraded.skipped)} left unchanged", err=True)
    if regraded.remaining:
        report_interrupt(regraded.remaining, f"headwater regrade {folder}")
    if regraded.errors:
        raise TasksBrokenError.of(*regraded.errors)
