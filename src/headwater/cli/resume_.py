"""``headwater resume``."""

from __future__ import annotations

from pathlib import Path

import click

from headwater.cli.run_ import run_and_print
from headwater.jobs import JobFolder, reopen_job, require_models, require_people
from headwater.suites import find_tasks


@click.command("resume")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--json", "as_json", is_flag=True, help="Print results as JSON.")
def command(folder: Path, as_json: bool) -> None:
    """Go on with the job in DIR: what is finished stays, infrastructure errors are tried again."""
    job = JobFolder(folder.absolute())
    tasks = find_tasks(list(job.config().tasks.values()))
    require_models(job.config(), tasks)
    require_people(job.config())
    for line in reopen_job(job):
        click.echo(f"headwater: {line}", err=True)
    run_and_print(job, tasks, as_json=as_json)
