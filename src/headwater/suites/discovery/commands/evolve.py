"""Defines the command ``headwater evolve discovery``."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from headwater.caches import home, require_writable_home
from headwater.cli._job import interruptible
from headwater.cli._layout import Grid, print_grid
from headwater.errors import CancelledError, NotFoundError
from headwater.suites.discovery.building import open_laboratory, open_tooling
from headwater.suites.discovery.commands._lakes import draft_lake, open_lake, questions_folder
from headwater.suites.discovery.commands._models import model_of
from headwater.suites.discovery.commands._options import lake_options, model_options
from headwater.suites.discovery.commands._say import say
from headwater.suites.discovery.corpus import COMMUNITIES, community_named, lake
from headwater.suites.discovery.evolving import (
    Agents,
    AgentSolver,
    Bench,
    EvolutionEnding,
    EvolutionResult,
    EvolutionSettings,
    Generator,
    History,
    ModelGenerator,
    RuleGenerator,
    Solver,
    SolverWithoutModel,
    evolve,
    settings_digest,
)
from headwater.suites.discovery.lake import DATASETS
from headwater.suites.discovery.models import Model
from headwater.suites.discovery.solvers import SOLVERS, index_files
from headwater.suites.discovery.tasks_source import SourceTask, read_tasks
from headwater.suites.discovery.tasks_toml import write_task_source
from headwater.untrusted import one_line


@click.command("discovery")
@click.argument("source", metavar="LAKE|COMMUNITY")
@lake_options
@click.option("--only", multiple=True, metavar="ID", help="Evolve only this question; can be repeated.")
@click.option(
    "--solver",
    "pool",
    multiple=True,
    metavar="SOLVER",
    help=f"{', '.join(SOLVERS)}, or an agent, such as codex:gpt-5.5; can be repeated.  [default: those five]",
)
@click.option("--attempts", type=click.IntRange(min=1), help="Attempts per round, in turn.  [default: one per solver]")
@click.option(
    "--threshold",
    type=click.FloatRange(0, 1, max_open=True),
    default=0.0,
    show_default=True,
    help="A question whose solving rate exceeds it is made harder.",
)
@click.option(
    "--rounds",
    type=click.IntRange(min=0),
    default=3,
    show_default=True,
    help="Maximum number of times a question is made harder.",
)
@click.option(
    "--generator", default="rules", show_default=True, metavar="GENERATOR", help="Or model:NAME, to ask a model."
)
@model_options
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("evolution"),
    show_default=True,
    metavar="DIR",
    help="Folder for the histories, and for the questions that are hard but solvable.",
)
@click.option("--allow-weak-isolation", is_flag=True, help="Run agents where the machine cannot limit them.")
def command(
    source: str,
    name: str,
    per_notebook: int,
    writer: str,
    only: tuple[str, ...],
    pool: tuple[str, ...],
    attempts: int | None,
    threshold: float,
    rounds: int,
    generator: str,
    budgets: tuple[str, ...],
    replay: Path | None,
    record: Path | None,
    prices: Path | None,
    out: Path,
    *,
    allow_weak_isolation: bool,
) -> None:
    """Make questions harder until few solvers solve them, and report whether each is hard or defective.

    Questions on LAKE are those that a person has accepted or, if there are none, drafts. An interrupted evolution
    resumes where it stopped.
    """
    model = model_of(budgets, replay, record, prices)
    agents = Agents(out / "trials", model.limits, replay, tuple(model.prices), allow_weak_isolation)
    solvers = [_solver(each, agents) for each in pool or tuple(SOLVERS)]
    settings = EvolutionSettings(
        solvers, _generator(generator, model, out), attempts or len(solvers), threshold, rounds
    )
    require_writable_home()
    with interruptible() as cancel:
        try:
            selected = _questions(source, _Drafting(name, per_notebook, writer, model), cancel)
            outcomes = [_evolve(task, settings, selected.bench, out) for task in _selected(selected.tasks, only)]
        except CancelledError as interrupted:
            say(f"{interrupted}; the same command resumes from here")
            raise SystemExit(130) from None
    rows = [_row(outcome) for outcome in outcomes]
    print_grid(Grid(("question", "solving rates", "outcome", "why"), rows))
    click.echo(f"histories are in {out}, and questions that are hard but solvable in {out / 'questions'}")


@dataclass(frozen=True)
class _Drafting:
    """Drafts questions on a lake if none are accepted."""

    name: str
    per_notebook: int
    writer: str
    model: Model


@dataclass(frozen=True)
class _EvolvingTasks:
    tasks: tuple[SourceTask, ...]
    bench: Bench


def _questions(source: str, drafting: _Drafting, cancel: threading.Event) -> _EvolvingTasks:
    if source in COMMUNITIES:
        return _our_tasks(source, cancel)
    folder = Path(source)
    if not folder.is_dir():
        raise NotFoundError("is not a lake", where=source, fix=f"name a folder, or one of {', '.join(COMMUNITIES)}")
    opened = open_lake(folder, drafting.name, cancel)
    bench = Bench(opened.laboratory, opened.files, say, cancel)
    accepted = questions_folder(folder)
    if (accepted / opened.name).is_dir():
        return _EvolvingTasks(read_tasks(opened.name, accepted), bench)
    say(f"nothing is accepted in {accepted}: drafting questions")
    drafted = draft_lake(opened, drafting.writer, drafting.model, drafting.per_notebook, cancel)
    return _EvolvingTasks(drafted.intake.questions, bench)


def _our_tasks(name: str, cancel: threading.Event) -> _EvolvingTasks:
    opened_lake = lake(community_named(name), home())
    laboratory = open_laboratory(home(), opened_lake, open_tooling(home(), say), cancel)
    return _EvolvingTasks(read_tasks(name), Bench(laboratory, index_files(opened_lake / DATASETS), say, cancel))


def _selected(tasks: Sequence[SourceTask], only: Sequence[str]) -> list[SourceTask]:
    known = {task.source.id: task for task in tasks}
    for name in only:
        if name not in known:
            raise NotFoundError("no such question", where=f"--only {name}", fix=f"there are {', '.join(known)}")
    return [known[name] for name in only or known]


def _solver(name: str, agents: Agents) -> Solver:
    return SolverWithoutModel(name) if name in SOLVERS else AgentSolver(name, agents)


def _generator(name: str, model: Model, out: Path) -> Generator:
    kind, _, model_name = name.partition(":")
    if kind == "rules" and not model_name:
        return RuleGenerator()
    if kind != "model":
        raise NotFoundError("no such generator", where=f"--generator {name}", fix="there are rules and model:NAME")
    chosen = model.with_name(model_name)
    chosen.require()
    return ModelGenerator(chosen, out / "wire")


def _evolve(task: SourceTask, settings: EvolutionSettings, bench: Bench, out: Path) -> EvolutionResult:
    history = History(out / f"{task.source.id}-{settings_digest(task, settings, bench)}.jsonl")
    outcome = evolve(task, settings, bench, history)
    if outcome.ending is EvolutionEnding.HARD:
        rounds = len(outcome.rates) - 1
        name = f"{task.source.id}-r{rounds}" if rounds else task.source.id
        named = outcome.task.source.model_copy(update={"id": name})
        write_task_source(SourceTask(named, outcome.task.program), out / "questions")
    return outcome


def _row(outcome: EvolutionResult) -> Sequence[str]:
    why = outcome.diagnosis.why if outcome.diagnosis is not None else ""
    rates = ", ".join(f"{rate:.0%}" for rate in outcome.rates)
    return (outcome.task.source.id, rates, outcome.ending.value, one_line(why))
