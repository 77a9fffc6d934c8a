"""Implements ``headwater build warehouse`` and ``headwater build warehouse tasks``."""

from __future__ import annotations

import multiprocessing
import shutil
import threading
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import click

from headwater.caches import bases_lock
from headwater.dbt.engine import NodeStatus
from headwater.jobs import home
from headwater.locks import shared
from headwater.plurals import counted
from headwater.simulation import MAX_SCALE
from headwater.suites.warehouse._scale import DEFAULT_SCALE, MIN_SCALE
from headwater.suites.warehouse.base import DEFAULT_SEED, Base, Size, build_base, find_bases

_SCALE = click.option(
    "--scale",
    type=click.FloatRange(MIN_SCALE, MAX_SCALE),
    metavar="N",
    default=DEFAULT_SCALE,
    show_default=True,
    help="Scale factor; 1.0 is 6,000 accounts.",
)
_SEED = click.option(
    "--seed", type=click.IntRange(0), metavar="N", default=DEFAULT_SEED, show_default=True, help="Random seed."
)
_LINES_SHOWN = 10


@click.command("base")
@_SCALE
@_SEED
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Copy the agents' workspace to this folder.",
)
def base(scale: float, seed: int, out: Path | None) -> None:
    """Build the data and the dbt project of the company, and prove that every model builds and every test passes."""
    if out is not None and out.exists() and any(out.iterdir()):
        from headwater.errors import AlreadyExistsError

        raise AlreadyExistsError("is not empty", where=out, fix="name another folder")
    started = time.monotonic()
    size = Size(seed, scale)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as executor:
        other = executor.submit(build_base, home(), size.other, _say_of_other, must_pass=False)
        built = build_base(home(), size, _say, _add_parse)
        other.result()
    outcomes = Counter(result.outcome for result in built.built.tests.values())
    tests = f"{outcomes[NodeStatus.OK]} tests passed, {outcomes[NodeStatus.WARNED]} warned"
    relations = sum(not step.is_query for step in built.plan.steps.values() if step.is_stored)
    click.echo(f"{relations} relations, {tests}, in {time.monotonic() - started:.0f} s")
    if out is not None:
        shutil.copytree(built.workspace, out, dirs_exist_ok=True)
        # dbt's parse cache has the paths of a trial, at which it would look for the seeds
        (out / "target" / "partial_parse.msgpack").unlink(missing_ok=True)
        click.echo(f"{out}: run `dbt build` there")


def _add_parse(project: Path, cancel: threading.Event) -> None:
    from headwater.suites.warehouse._dbt import write_parse

    write_parse(project, home(), _say, cancel)


def _say(text: str) -> None:
    click.echo(text, err=True)


def _say_of_other(text: str) -> None:
    _say(f"other company: {text}")


@click.command("tasks")
@click.option(
    "--count", type=click.IntRange(1), metavar="N", default=200, show_default=True, help="Number of tasks to build."
)
@_SEED
@click.option("--only", metavar="BREAK", help="Try one break, and print which tests fail and which masks are rejected.")
@click.option(
    "--full",
    is_flag=True,
    help="Also build each broken project with dbt, and compare the results, which takes minutes per project.",
)
def tasks(count: int, seed: int, only: str | None, full: bool) -> None:
    """Break the company's project in many ways, turn each break into a task, and prove the task."""
    from headwater.suites.warehouse.breaks import explain

    size = Size()
    with shared(bases_lock(home())):
        base, other = find_bases(home(), size)
        if only is None:
            _build_tasks(base, other, count, seed, full=full)
            return
        for line in explain(base, other, only, seed):
            click.echo(line)
        if full:
            _compare(base, [only], seed)


def _build_tasks(base: Base, other: Base, count: int, seed: int, *, full: bool) -> None:
    from headwater.suites.warehouse.breaks import build_tasks

    started = time.monotonic()
    report = build_tasks(home(), base, other, count, seed, _say)
    breaks_text = counted(report.break_count, "break")
    click.echo(f"{counted(len(report.tasks), 'task')} of {breaks_text}, in {time.monotonic() - started:.0f} s")
    for fact in ("difficulty", "operator", "domain"):
        click.echo(f"  by {fact}: " + ", ".join(f"{name} {number}" for name, number in report.counts(fact).items()))
    for difficulty in report.counts("difficulty"):
        spread = report.spread(difficulty).items()
        measured = ", ".join(f"{name.replace('_', ' ')} {low}-{middle}-{high}" for name, (low, middle, high) in spread)
        click.echo(f"  {difficulty}, minimum-median-maximum: {measured}")
    for why, number in report.reasons().items():
        click.echo(f"  {number} dropped: {why}")
    for task, masks in report.winning.items():
        click.echo(f"  {task}: {', '.join(masks)} is equivalent to the solution, and therefore not a counterfeit")
    for task, alternatives in report.refused.items():
        stopped = ", ".join(f"{name} at {gate}" for name, gate in alternatives.items())
        click.echo(f"  {task}: omitted alternatives that do not pass: {stopped}")
    if full:
        _compare(base, [str(task["break"]) for task in report.tasks], seed)


def _compare(base: Base, breaks: Sequence[str], seed: int) -> None:
    """Compare the engine's verdicts with those of dbt, and exit with code 1 if they differ."""
    from headwater.suites.warehouse.breaks import compare_with_dbt

    differ = 0
    for name, lines in compare_with_dbt(home(), base, breaks, seed, _say, threading.Event()):
        click.echo(f"{name}: " + ("same as dbt" if not lines else f"{len(lines)} differences from dbt"))
        for line in lines[:_LINES_SHOWN]:
            click.echo(f"  {line}")
        differ += bool(lines)
    click.echo(f"{len(breaks)} broken projects, {differ} of which differ from dbt's build")
    if differ:
        raise SystemExit(1)
