"""``headwater resume``."""

from __future__ import annotations

from pathlib import Path

import click

from headwater.cli.run_ import run_and_print
from headwater.errors import TasksBrokenError, UserError
from headwater.jobs import JobFolder, reopen_job, require_models, require_people
from headwater.records import JobConfig
from headwater.suites import find_tasks
from headwater.tasks import Task


@click.command("resume")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--json", "as_json", is_flag=True, help="Print results as JSON.")
def command(folder: Path, as_json: bool) -> None:
    """Go on with the job in DIR: what is finished stays, infrastructure errors are tried again."""
    job = JobFolder(folder.absolute())
    tasks, gone = _tasks(job.config())
    require_models(job.config(), tasks)
    require_people(job.config())
    for line in reopen_job(job):
        click.echo(f"headwater: {line}", err=True)
    for error in gone:
        click.echo(f"headwater: {error}; its trials are left out", err=True)
    run_and_print(job, tasks, as_json=as_json)
    if gone:
        raise SystemExit(2)


def _tasks(config: JobConfig) -> tuple[list[Task], list[UserError]]:
    """Return the tasks that are still there and sound, and what is wrong with each of the others.

    Raises:
        TasksBrokenError: None is.
    """
    tasks: list[Task] = []
    gone: list[UserError] = []
    for folder in config.tasks.values():
        try:
            tasks += find_tasks([folder])
        except UserError as error:
            gone.append(error)
    if gone and not tasks:
        raise TasksBrokenError.of(*gone)
    return tasks, gone
