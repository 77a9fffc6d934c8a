"""Implements the command ``headwater export spider2``."""

from __future__ import annotations

from pathlib import Path

import click

from headwater.errors import AlreadyExistsError, UncollectedError, access_error
from headwater.jobs import JobFolder, choose_once, collect_left, home
from headwater.records import PromptVariant
from headwater.suites import find_tasks
from headwater.suites.spider2.submission import SUITES, database_files, instance_of, write_metadata


@click.command("spider2")
@click.argument("folder", type=click.Path(path_type=Path), metavar="JOB")
@click.option("--out", required=True, type=click.Path(path_type=Path), metavar="DIR", help="The folder to create.")
@click.option("--suite", help="spider2 or spider2-repaired, if the job has both.")
@click.option("--agent", metavar="NAME", help="The agent, if the job has several.")
@click.option("--harness", metavar="NAME", help="The harness, if the job has several.")
@click.option(
    "--prompt",
    type=click.Choice([each.value for each in PromptVariant]),
    help="The prompt variant, if the job has several.",
)
@click.option("--repeat", type=click.IntRange(1), metavar="N", help="The repeat, if the job has several.")
def command(
    folder: Path,
    out: Path,
    suite: str | None,
    agent: str | None,
    harness: str | None,
    prompt: str | None,
    repeat: int | None,
) -> None:
    """Write a submission of Spider2-DBT: results_metadata.jsonl, and the agent's database of each instance.

    A trial without a database is submitted without one, so that it counts as failed. Excluded trials are not submitted.
    """
    job = JobFolder(folder.absolute())
    choice = {"suite": suite, "agent": agent, "harness": harness, "prompt": prompt, "repeat": repeat}
    specs = choose_once(job, SUITES, choice)
    folders = job.config().tasks
    _make_new(out)
    submitted, complete_count = [], 0
    for spec in specs:
        [task] = find_tasks([folders[spec.task]])
        facts = instance_of(task, home())
        (out / facts.instance).mkdir()
        try:
            left_files = collect_left(job, spec, task, database_files(facts), out / facts.instance)
        except UncollectedError as why:
            (out / facts.instance).rmdir()
            click.echo(f"{facts.instance}: not submitted: {why}", err=True)
            continue
        except OSError as error:
            raise access_error(error, f"--out {out}", "choose another folder") from None
        submitted.append(facts)
        complete_count += facts.database in left_files.names
        if facts.database not in left_files.names:
            why_not = left_files.problem or f"the agent left no {facts.database}"
            click.echo(f"{facts.instance}: submitted without a database: {why_not}", err=True)
        elif left_files.problem or len(left_files.names) > 1:
            message = (
                left_files.problem or f"the last changes are in {left_files.names[1]}; keep it beside the database"
            )
            click.echo(f"{facts.instance}: {message}", err=True)
    write_metadata(out, submitted)
    click.echo(f"{len(submitted)} of {len(specs)} instances in {out}, {complete_count} with their database")


def _make_new(folder: Path) -> None:
    """Create a folder, or accept an existing one if it is empty.

    Raises:
        UserError: The folder is not empty, or cannot be created.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise AlreadyExistsError("is not empty", where=f"--out {folder}", fix="name a new folder")
    except OSError as error:
        raise access_error(error, f"--out {folder}", "choose another folder") from None
