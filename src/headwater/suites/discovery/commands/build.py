"""``headwater build discovery``."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import click

from headwater.caches import require_writable_home
from headwater.cli._job import interruptible
from headwater.errors import OptionError
from headwater.jobs import home
from headwater.plurals import counted
from headwater.sandbox import CancelledError


@click.command("tasks")
@click.option(
    "--corpus",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="LAKE",
    help="Make tasks of your own data: LAKE/datasets/*/ and LAKE/notebooks/*.ipynb.",
)
@click.option("--name", default="", help="With --corpus: begins the ids of its tasks; by default the folder's name.")
@click.option(
    "--per-notebook",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="With --corpus: the most questions that are made of one notebook.",
)
@click.option(
    "--graph",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="Partition the datasets of a lake, or of Meta Kaggle, into communities, and make no tasks; needs --out.",
)
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="With --graph: a .parquet or .json file.")
def command(corpus: Path | None, name: str, per_notebook: int, graph: Path | None, out: Path | None) -> None:
    """Make the communities of data and their tasks, and prove the tasks."""
    if (graph is None) != (out is None):
        raise OptionError("one is given without the other", where="--graph, --out", fix="give both")
    if corpus is not None and graph is not None:
        raise OptionError("both are given", where="--corpus, --graph", fix="give one of them")
    if graph is not None and out is not None:
        from headwater.suites.discovery.commands._graph import build_graph

        build_graph(graph, out)
        return
    with interruptible() as cancel:
        try:
            problems = _build_ours(cancel) if corpus is None else _build_corpus(corpus, name, per_notebook, cancel)
        except CancelledError as interrupted:
            _say(f"{interrupted}; the next build goes on from here")
            raise SystemExit(130) from None
    for problem in problems:
        _say(problem)
    if problems and corpus is None:
        raise SystemExit(1)


def _build_corpus(lake: Path, name: str, per_notebook: int, cancel: threading.Event) -> tuple[str, ...]:
    from headwater.suites.discovery.commands._corpus import build_corpus

    require_writable_home()
    return build_corpus(lake, name, per_notebook, cancel)


def _build_ours(cancel: threading.Event) -> tuple[str, ...]:
    from headwater.suites.discovery.building import build_tasks
    from headwater.suites.discovery.corpus import COMMUNITIES, community_named, lake
    from headwater.suites.discovery.tasks_source import TASKS, read_tasks

    questions = [task for name in COMMUNITIES if (TASKS / name).is_dir() for task in read_tasks(name)]
    started = time.monotonic()
    lakes = {}
    for name in COMMUNITIES:
        _say(f"making the community {name}")
        lakes[name] = lake(community_named(name), home())
    built = build_tasks(home(), lakes, questions, _say, cancel)
    communities = counted(len(lakes), "community", "communities")
    click.echo(f"{counted(len(built.tasks), 'task')} over {communities} in {time.monotonic() - started:.0f} s")
    return built.problems


def _say(text: str) -> None:
    click.echo(text, err=True)
