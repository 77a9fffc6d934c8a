"""``headwater run``."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path

import click

from headwater.api import PROMPTS, Job, run
from headwater.cli._heading import job_heading
from headwater.cli._job import (
    executor_option,
    job_budget_option,
    on_terminal,
    rate_option,
    ray_address_option,
    ray_store_option,
    report_interrupt,
    verbose_option,
)
from headwater.cli._people import read_commands
from headwater.errors import ClusterError, HeadwaterError, JobBudgetError, NoRoomError, TasksBrokenError
from headwater.jobs import JobFolder, Progress
from headwater.jobs.executors import find_executor
from headwater.plurals import counted


@click.command("run")
@click.argument("tasks", nargs=-1, metavar="SUITE[/TASK]...")
@click.option(
    "--agent", "agents", multiple=True, metavar="NAME", help="The agent that attempts the tasks; may be repeated."
)
@click.option(
    "--harness", "harnesses", multiple=True, metavar="NAME", help="The harness; may be repeated.  [default: base]"
)
@click.option(
    "--prompt",
    "prompts",
    type=click.Choice(PROMPTS),
    multiple=True,
    help="The prompt variant, or `both` for baseline and informed; may be repeated.  [default: baseline]",
)
@click.option(
    "--repeat", type=click.IntRange(1), metavar="N", help="Number of trials of each combination.  [default: 1]"
)
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Run only the first N tasks.")
@click.option(
    "--failed-of",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Run the unsolved trials of this job again; --agent, --harness and --prompt override theirs.",
)
@click.option(
    "--jobs", type=click.IntRange(1), metavar="N", help="Number of concurrent trials.  [default: one per processor]"
)
@executor_option
@ray_address_option
@ray_store_option
@click.option(
    "--budget",
    "budgets",
    multiple=True,
    metavar="LIMIT",
    help="The budget of each trial, such as 2usd, 500ktok or 40turns.",
)
@job_budget_option
@rate_option
@click.option(
    "--timeout",
    "timeout_sec",
    type=float,
    metavar="SEC",
    help="Time limit for the agent in each trial, in seconds.  [default: that of the task]",
)
@click.option(
    "--commands",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Commands that the agent `human` runs instead of opening a terminal.",
)
@click.option("--prices", type=click.Path(path_type=Path), metavar="FILE", help="TOML file with prices of models.")
@click.option(
    "--record", type=click.Path(path_type=Path), metavar="DIR", help="Write a cassette of each trial to this folder."
)
@click.option(
    "--replay",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Answer model requests from the cassettes in this folder, without a network.",
)
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the job.  [default: jobs/<time>]")
@click.option("--allow-weak-isolation", is_flag=True, help="Run even if the machine cannot fully limit agents.")
@click.option("--json", "as_json", is_flag=True, help="Print results as JSON.")
@verbose_option
def command(
    tasks: tuple[str, ...],
    agents: tuple[str, ...],
    harnesses: tuple[str, ...],
    prompts: tuple[str, ...],
    repeat: int | None,
    limit: int | None,
    failed_of: Path | None,
    jobs: int | None,
    executor: str | None,
    ray_address: str | None,
    ray_store: str | None,
    budgets: tuple[str, ...],
    job_budgets: tuple[str, ...],
    rates: tuple[str, ...],
    timeout_sec: float | None,
    commands: Path | None,
    prices: Path | None,
    record: Path | None,
    replay: Path | None,
    out: Path | None,
    allow_weak_isolation: bool,
    as_json: bool,
    verbose: bool,
) -> None:
    """Run agents on tasks, and grade their output through the five gates."""
    if failed_of is None and not tasks:
        raise click.UsageError("Missing argument 'SUITE[/TASK]...'.")
    if failed_of is None and not agents:
        raise click.UsageError("Missing option '--agent'.")
    agent_commands = read_commands(commands, agents, failed_of)

    def start(progress: Progress, cancel: threading.Event) -> Job:
        return run(
            tasks,
            agents,
            harnesses=harnesses,
            prompts=prompts,
            repeat=repeat,
            limit=limit,
            failed_of=failed_of,
            limits=budgets,
            job_limits=job_budgets,
            rates=rates,
            timeout_sec=timeout_sec,
            jobs=jobs,
            executor=find_executor(executor or "local", ray_address, ray_store),
            out=out,
            progress=progress,
            cancel=cancel,
            commands=agent_commands,
            prices=prices,
            record=record,
            replay=replay,
            allow_weak_isolation=allow_weak_isolation,
        )

    run_and_print(start, as_json=as_json, verbose=verbose)


def run_and_print(start: Callable[[Progress, threading.Event], Job], *, as_json: bool, verbose: bool) -> Job:
    """Start a job, wait until it ends, and print its results, even if some trials could not be started.

    Raises:
        TasksBrokenError: Some trials could not be started.
        NoRoomError: A file system is full.
        JobBudgetError: The budget of the job is used up.
        ClusterError: The machines that run trials are no longer available.
        SystemExit: The user interrupted the job.
    """
    broken: HeadwaterError | None = None
    with on_terminal(verbose=verbose) as (progress, cancel):
        job = start(progress, cancel)
        try:
            job.wait()
        except (TasksBrokenError, NoRoomError, JobBudgetError, ClusterError) as error:
            broken = error
    if broken is None or job.status().finished:
        print_results(JobFolder(job.folder), as_json=as_json)
    if broken is not None:
        raise broken
    if job.is_interrupted:
        report_interrupt(job.status().remaining, f"headwater resume {job.folder}")
    return job


def print_results(job: JobFolder, *, as_json: bool) -> None:
    """Print the table of gates and the path of the results, and warn on standard error about damaged trials."""
    from headwater.cli._tables import legend, print_trials
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
    print_trials(rows)
    excluded = sum(not row.is_evidence for row in rows)
    without = f", {excluded} of them excluded from scores" if excluded else ""
    click.echo(f"\n{legend()}\n{counted(len(rows), 'trial')}{without}, in {_short_path(job.folder)}")


def _short_path(folder: Path) -> str:
    return str(folder.relative_to(Path.cwd())) if folder.is_relative_to(Path.cwd()) else str(folder)
