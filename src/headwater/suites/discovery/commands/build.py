"""``headwater build discovery``."""

from __future__ import annotations

import time
from pathlib import Path

import click

from headwater.cli._job import interruptible
from headwater.errors import OptionError
from headwater.jobs import home
from headwater.plurals import counted
from headwater.sandbox import CancelledError


@click.command("tasks")
@click.option(
    "--graph",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="Partition the datasets of a lake, or of Meta Kaggle, into communities, and make no tasks; needs --out.",
)
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="With --graph: a .parquet or .json file.")
def command(graph: Path | None, out: Path | None) -> None:
    """Make the communities of data and their tasks, and prove the tasks."""
    if (graph is None) != (out is None):
        raise OptionError("one is given without the other", where="--graph, --out", fix="give both")
    if graph is None or out is None:
        _build_tasks()
        return
    from headwater.suites.discovery.commands._graph import build_graph

    build_graph(graph, out)


def _build_tasks() -> None:
    from headwater.suites.discovery.building import build_tasks
    from headwater.suites.discovery.corpus import COMMUNITIES, community_named, lake
    from headwater.suites.discovery.tasks_source import TASKS, read_tasks

    questions = [task for name in COMMUNITIES if (TASKS / name).is_dir() for task in read_tasks(name)]
    started = time.monotonic()
    with interruptible() as cancel:
        try:
            lakes = {}
            for name in COMMUNITIES:
                _say(f"making the community {name}")
                lakes[name] = lake(community_named(name), home())
            built = build_tasks(home(), lakes, questions, _say, cancel)
        except CancelledError as interrupted:
            _say(str(interrupted))
            raise SystemExit(130) from None
    for problem in built.problems:
        _say(problem)
    communities = counted(len(lakes), "community", "communities")
    click.echo(f"{counted(len(built.tasks), 'task')} over {communities} in {time.monotonic() - started:.0f} s")
    if built.problems:
        raise SystemExit(1)


def _say(text: str) -> None:
    click.echo(text, err=True)
