"""``headwater regrade``."""

from __future__ import annotations

from pathlib import Path

import click

from headwater.cli._job import on_terminal, verbose_option
from headwater.cli.run_ import print_results
from headwater.jobs import JobFolder, regrade_job
from headwater.suites import find_tasks


@click.command("regrade")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--json", "as_json", is_flag=True, help="Print results as JSON.")
@verbose_option
def command(folder: Path, as_json: bool, verbose: bool) -> None:
    """Grade the frozen states of the job in DIR again, and keep the earlier verdicts next to the new ones."""
    job = JobFolder(folder.absolute())
    tasks = find_tasks(list(job.config().tasks.values()))
    with on_terminal(verbose=verbose) as (progress, cancel):
        graded, skipped = regrade_job(job, tasks, progress, cancel)
    print_results(job, as_json=as_json)
    for line in skipped:
        click.echo(f"left as it was: {line}", err=True)
    click.echo(f"{graded} graded again, {len(skipped)} left as they were", err=True)
