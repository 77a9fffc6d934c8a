"""``headwater run``."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from headwater import __version__
from headwater.cli._heading import job_heading
from headwater.cli._job import new_job, report_interrupt, run_on_terminal
from headwater.cli._people import read_commands, trials_at_once
from headwater.cli._trials import PROMPTS, Wanted
from headwater.jobs import (
    JobFolder,
    TasksBrokenError,
    parse_budget,
    require_harnesses,
    require_models,
    require_people,
    require_services,
)
from headwater.records import JobConfig, PriceOverride
from headwater.tasks import Task
from headwater.trials import NoRoomError

_WEEK_SEC = 7 * 86_400


def _seconds(_context: click.Context, _option: click.Parameter, value: float | None) -> float | None:
    """Refuse what is no time to work in; also what is no number, which no comparison holds for."""
    if value is not None and not 0 < value <= _WEEK_SEC:
        raise click.BadParameter(f"{value:g} is not a number of seconds above 0, of a week at most.")
    return value


@click.command("run")
@click.argument("tasks", nargs=-1, metavar="SUITE[/TASK]...")
@click.option("--agent", "agents", multiple=True, metavar="NAME", help="Who attempts; may be repeated.")
@click.option("--harness", "harnesses", multiple=True, metavar="NAME", help="[default: base]")
@click.option(
    "--prompt",
    "prompts",
    type=click.Choice(PROMPTS),
    multiple=True,
    help="May be repeated; `both` is baseline and informed.  [default: baseline]",
)
@click.option("--repeat", type=click.IntRange(1), metavar="N", help="Trials of each combination.  [default: 1]")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only the first N of the tasks, in their order.")
@click.option(
    "--failed-of",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Run again what did not solve in a job; named agents, harnesses and prompts replace those of its trials.",
)
@click.option("--jobs", type=click.IntRange(1), default=lambda: os.cpu_count() or 1, help="Trials at once.")
@click.option("--budget", "budgets", multiple=True, metavar="LIMIT", help="Of each trial: 2usd, 500ktok, 40turns.")
@click.option(
    "--timeout",
    "timeout_sec",
    type=float,
    callback=_seconds,
    metavar="SEC",
    help="Seconds for each agent, in place of its task's own limit.",
)
@click.option(
    "--commands", type=click.Path(path_type=Path), metavar="FILE", help="What agent human runs, instead of a terminal."
)
@click.option("--prices", type=click.Path(path_type=Path), metavar="FILE", help="Your own prices of models, as TOML.")
@click.option("--record", type=click.Path(path_type=Path), metavar="DIR", help="Write a cassette of each trial.")
@click.option("--replay", type=click.Path(path_type=Path), metavar="DIR", help="Let cassettes answer; no network.")
@click.option("--out", type=click.Path(path_type=Path), help="Folder of the job.  [default: jobs/<time>]")
@click.option("--allow-weak-isolation", is_flag=True, help="Run where the machine cannot limit agents.")
@click.option("--json", "as_json", is_flag=True, help="Print results as JSON.")
@click.pass_context
def command(
    context: click.Context,
    tasks: tuple[str, ...],
    agents: tuple[str, ...],
    harnesses: tuple[str, ...],
    prompts: tuple[str, ...],
    repeat: int | None,
    limit: int | None,
    failed_of: Path | None,
    jobs: int,
    budgets: tuple[str, ...],
    timeout_sec: float | None,
    commands: Path | None,
    prices: Path | None,
    record: Path | None,
    replay: Path | None,
    out: Path | None,
    allow_weak_isolation: bool,
    as_json: bool,
) -> None:
    """Run agents on tasks and grade what they leave through the five gates."""
    found, trials = Wanted(tasks, agents, harnesses, prompts, repeat, limit, failed_of).trials()
    require_services(found)
    require_harnesses(trials, {task.ref: task for task in found})
    attempting = sorted({spec.agent for spec in trials})
    given = read_commands(commands, attempting)
    now = datetime.now(UTC)
    config = JobConfig(
        created_at=now,
        headwater_version=__version__,
        jobs=trials_at_once(context, attempting, given, jobs),
        allow_weak_isolation=allow_weak_isolation,
        trials=trials,
        tasks={task.ref: str(task.folder) for task in found},
        limits=parse_budget(budgets),
        timeout_sec=timeout_sec,
        failed_of=str(failed_of.absolute()) if failed_of else None,
        prices=_prices(prices),
        commands=given,
        record=str(record.absolute()) if record else None,
        replay=str(replay.absolute()) if replay else None,
    )
    require_models(config, found)
    require_people(config)
    job = new_job(out or Path("jobs") / now.strftime("%Y-%m-%dT%H-%M-%S"), config)
    run_and_print(job, found, as_json=as_json)


def run_and_print(job: JobFolder, tasks: Sequence[Task], *, as_json: bool) -> None:
    """Run a job and print its results, also where some trials could not begin.

    Raises:
        TasksBrokenError: Trials could not begin.
        NoRoomError: A file system is full.
    """
    try:
        outcome = run_on_terminal(job, tasks)
    except (TasksBrokenError, NoRoomError):
        if any(job.is_finished(spec.id) for spec in job.config().trials):
            print_results(job, as_json=as_json)
        raise
    print_results(job, as_json=as_json)
    report_interrupt(job.folder, outcome)


def print_results(job: JobFolder, *, as_json: bool) -> None:
    """Print the table of gates, where the results are, and on standard error which trials are damaged."""
    from rich.console import Console

    from headwater.cli._tables import legend, results_table
    from headwater.results import rows_of, to_plain

    read = rows_of(job)
    rows = read.rows
    for problem in read.problems:
        click.echo(f"headwater: {problem}", err=True)
    if as_json:
        click.echo(json.dumps([to_plain(row) for row in rows], indent=2))
        return
    for line in job_heading(job.config()):
        click.echo(line)
    Console().print(results_table(rows))
    spoilt = sum(not row.is_evidence for row in rows)
    without = f", {spoilt} of them no evidence" if spoilt else ""
    click.echo(f"\n{legend()}\n{len(rows)} trials{without}, in {_shown(job.folder)}")


def _shown(folder: Path) -> str:
    return str(folder.relative_to(Path.cwd())) if folder.is_relative_to(Path.cwd()) else str(folder)


def _prices(path: Path | None) -> tuple[PriceOverride, ...]:
    if path is None:
        return ()
    from headwater.gateway import read_prices

    return read_prices(path)
