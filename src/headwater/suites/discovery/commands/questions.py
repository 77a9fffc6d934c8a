"""Defines the command ``headwater build discovery questions``."""

from __future__ import annotations

import time
from pathlib import Path

import click

from headwater.caches import home, require_writable_home
from headwater.cli._job import interruptible
from headwater.errors import CancelledError, NotFoundError
from headwater.plurals import counted
from headwater.suites.discovery.building import build_tasks
from headwater.suites.discovery.commands._lakes import questions_folder
from headwater.suites.discovery.commands._say import say
from headwater.suites.discovery.corpus import COMMUNITIES
from headwater.suites.discovery.intake import copy_lake, lake_name
from headwater.suites.discovery.lake import read_lake
from headwater.suites.discovery.published import LAKE
from headwater.suites.discovery.tasks_source import read_tasks


@click.command("questions")
@click.argument("lake", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--name", default="", help="Prefix of the task ids; by default the folder's name.")
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="Folder with NAME/<id> per question; by default LAKE.questions, which `headwater review discovery` writes.",
)
def command(lake: Path, name: str, source: Path | None) -> None:
    """Prove the accepted questions on LAKE, and turn them into its tasks."""
    started = time.monotonic()
    chosen = lake_name(name, lake, (*COMMUNITIES, LAKE))
    folder = source or questions_folder(lake)
    if not (folder / chosen).is_dir():
        raise NotFoundError(
            f"has no questions on {chosen}", where=folder, fix=f"accept some with headwater review discovery {lake}"
        )
    questions = read_tasks(chosen, folder)
    require_writable_home()
    copy = copy_lake(read_lake(lake), chosen, home())
    with interruptible() as cancel:
        try:
            built = build_tasks(home(), {chosen: copy}, questions, say, cancel)
        except CancelledError as interrupted:
            say(f"{interrupted}; the next build resumes from here")
            raise SystemExit(130) from None
    click.echo(
        f"{counted(len(built.tasks), 'task')} of the lake {chosen} in {time.monotonic() - started:.0f} s; "
        f"headwater list discovery --tag {chosen}"
    )
    for problem in built.problems:
        say(problem)
    if built.problems:
        raise SystemExit(1)
