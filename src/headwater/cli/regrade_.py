"""``headwater regrade``."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from headwater.cli._job import interruptible
from headwater.cli._progress import TerminalProgress
from headwater.cli.run_ import print_results
from headwater.jobs import JobFolder, regrade_job
from headwater.suites import find_tasks


@click.command("regrade")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--json", "as_json", is_flag=True, help="Print results as JSON.")
def command(folder: Path, as_json: bool) -> None:
    """Grade the frozen states of the job in DIR again; earlier verdicts are kept beside the new ones."""
    job = JobFolder(folder.absolute())
    tasks = find_tasks(list(job.config().tasks.values()))
    console = Console(stderr=True)
    total = sum(1 for _ in job.trials())
    with interruptible() as cancel, TerminalProgress(total, console) as progress:
        graded, skipped = regrade_job(job, tasks, progress, cancel)
    print_results(job, as_json=as_json)
    for line in skipped:
        click.echo(f"left as it was: {line}", err=True)
    click.echo(f"{graded} graded again, {len(skipped)} left as they were", err=True)
