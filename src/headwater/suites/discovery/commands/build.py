"""Defines the command ``headwater build discovery``."""

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
from headwater.suites.discovery.commands._options import given_lake_options, lake_options, model_options
from headwater.suites.discovery.commands._say import say


@click.command("tasks")
@click.option(
    "--corpus",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="LAKE",
    help="Build tasks on your own data, LAKE/datasets/*/ and LAKE/notebooks/*.ipynb, with the following options.",
)
@lake_options
@model_options
@click.option(
    "--coda",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="Build the tasks of a CoDA-Bench checkout, for the communities that are unpacked in datasets/communities.",
)
@click.option(
    "--graph",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="Partition the datasets of a lake or of Meta Kaggle into communities, and build no tasks; needs --out.",
)
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="With --graph: a .parquet or .json file.")
def command(
    corpus: Path | None,
    name: str,
    per_notebook: int,
    writer: str,
    budgets: tuple[str, ...],
    replay: Path | None,
    record: Path | None,
    prices: Path | None,
    coda: Path | None,
    graph: Path | None,
    out: Path | None,
) -> None:
    """Prepare the data of communities, write their tasks, and prove the tasks."""
    if (graph is None) != (out is None):
        raise OptionError("one requires the other", where="--graph, --out", fix="give both")
    if sum(each is not None for each in (corpus, coda, graph)) > 1:
        raise OptionError("these options exclude each other", where="--corpus, --coda, --graph", fix="give one of them")
    if corpus is None and (given_name := given_lake_options()):
        raise OptionError("applies only to questions on a lake", where=given_name, fix="add --corpus LAKE")
    if graph is not None and out is not None:
        from headwater.suites.discovery.commands._graph import build_graph

        build_graph(graph, out)
        return
    with interruptible() as cancel:
        try:
            if coda is not None:
                _build_coda(coda, cancel)
                return
            if corpus is None:
                problems = _build_ours(cancel)
            else:
                from headwater.suites.discovery.commands._corpus import build_corpus
                from headwater.suites.discovery.commands._models import model_of

                model = model_of(budgets, replay, record, prices)
                problems = build_corpus(corpus, name, per_notebook, writer, model, cancel)
        except CancelledError as interrupted:
            say(f"{interrupted}; the next build resumes from here")
            raise SystemExit(130) from None
    for problem in problems:
        say(problem)
    if problems and corpus is None:
        raise SystemExit(1)


def _build_coda(folder: Path, cancel: threading.Event) -> None:
    from headwater.suites.discovery.commands._coda import build_coda

    require_writable_home()
    build_coda(folder, cancel)


def _build_ours(cancel: threading.Event) -> tuple[str, ...]:
    from headwater.suites.discovery.building import build_tasks
    from headwater.suites.discovery.corpus import COMMUNITIES, community_named, lake
    from headwater.suites.discovery.tasks_source import TASKS, read_tasks

    questions = [task for name in COMMUNITIES if (TASKS / name).is_dir() for task in read_tasks(name)]
    started = time.monotonic()
    lakes = {}
    for name in COMMUNITIES:
        say(f"making the community {name}")
        lakes[name] = lake(community_named(name), home())
    built = build_tasks(home(), lakes, questions, say, cancel)
    communities = counted(len(lakes), "community", "communities")
    click.echo(f"{counted(len(built.tasks), 'task')} over {communities} in {time.monotonic() - started:.0f} s")
    return built.problems
