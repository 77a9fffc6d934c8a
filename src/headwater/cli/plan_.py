"""``headwater plan``."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from headwater.cli._job import job_budget_option, rate_option
from headwater.cli._layout import Grid, print_grid
from headwater.cli._plain import print_json
from headwater.cli._sheets import duration
from headwater.jobs import JobFolder, parse_budget, parse_rates
from headwater.jobs.planning import JobPlan, MedianRange, Scenario, measure, plan_job
from headwater.memory import usable_memory
from headwater.plurals import counted

_GIB = 1 << 30
_MINUTE, _HOUR = 60, 3600


@click.command("plan")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--nodes", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="Number of nodes in the cluster."
)
@click.option("--cores", type=click.IntRange(1), metavar="N", help="Cores per node.  [default: those of this machine]")
@click.option(
    "--memory",
    "memory_gib",
    type=click.FloatRange(0, min_open=True),
    metavar="GIB",
    help="Memory per node for trials, in GiB.  [default: that of this machine]",
)
@click.option(
    "--trials", type=click.IntRange(1), metavar="N", help="Number of trials to plan.  [default: as in the job]"
)
@job_budget_option
@rate_option
@click.option(
    "--deaths-per-hour",
    type=click.FloatRange(0),
    default=0.0,
    show_default=True,
    metavar="N",
    help="Node failures per hour in the whole cluster.",
)
@click.option(
    "--replaced-after",
    "replaced_after_sec",
    type=click.FloatRange(0),
    metavar="SEC",
    help="Time until another node replaces a failed one, in seconds.  [default: never]",
)
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    metavar="N",
    help="Random seed; the same seed gives the same plan.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    folder: Path,
    nodes: int,
    cores: int | None,
    memory_gib: float | None,
    trials: int | None,
    job_budgets: tuple[str, ...],
    rates: tuple[str, ...],
    deaths_per_hour: float,
    replaced_after_sec: float | None,
    seed: int,
    as_json: bool,
) -> None:
    """Estimate how long a job takes on a cluster, what it costs, and which resource saturates first.

    The estimate is based on the trials of the job in DIR, which are repeated until there are --trials of them. By
    default, the rates and the budget are those of the job.
    """
    job = JobFolder(folder)
    config = job.config()
    scenario = Scenario(
        trials=trials or len(set(config.trials)),
        nodes=nodes,
        cores=cores or os.cpu_count() or 1,
        memory_mb=(memory_gib * _GIB if memory_gib else usable_memory()) / (1 << 20),
        rates=parse_rates(rates) or config.rates,
        job_limits=parse_budget(job_budgets, "--job-budget") if job_budgets else config.job_limits,
        trial_limits=config.limits,
        deaths_per_hour=deaths_per_hour,
        replaced_after_sec=replaced_after_sec,
    )
    plan = plan_job(measure(job), scenario, seed)
    if as_json:
        print_json(plan)
    else:
        _print(plan, scenario)


def _print(plan: JobPlan, scenario: Scenario) -> None:
    runs = counted(plan.seconds.runs, "simulated run")
    of = f"{counted(plan.measured, 'measured trial')} of {counted(plan.combinations, 'combination')}"
    node = f"{scenario.cores:g} cores and {scenario.memory_mb * (1 << 20) / _GIB:.3g} GiB"
    click.echo(f"{counted(plan.trials, 'trial')} on {counted(scenario.nodes, 'node')} with {node} each")
    click.echo(f"from {of}, in {runs}\n")
    print_grid(Grid(("", "median", "least", "greatest"), list(_figures(plan)), figures=range(1, 4)))
    click.echo()
    print_grid(Grid(("saturates first", "trials per hour", "range", "used"), list(_limits(plan)), figures=range(1, 4)))
    click.echo()
    for ending, number in plan.endings.items():
        click.echo(f"{number} of {runs} ended because {ending}" if len(plan.endings) > 1 else f"all runs end: {ending}")
    for note in plan.notes:
        click.echo(f"note: {note}")


def _figures(plan: JobPlan) -> Iterator[tuple[str, str, str, str]]:
    figures: tuple[tuple[str, MedianRange, Callable[[float], str]], ...] = (
        ("time", plan.seconds, _duration),
        ("cost", plan.cost_usd, lambda usd: f"${usd:,.2f}"),
        ("trials with a record", plan.finished, lambda number: f"{number:,.0f}"),
        ("nodes that die", plan.deaths, lambda number: f"{number:,.0f}"),
        ("trials begun again", plan.again, lambda number: f"{number:,.0f}"),
        ("agents' time spent waiting for rates", plan.paced, _share),
        ("budget of the job used", plan.budget, _share),
    )
    for name, figure, show in figures[:3] + tuple(row for row in figures[3:] if row[1].high):
        yield name, show(figure.median), show(figure.low), show(figure.high)


def _limits(plan: JobPlan) -> Iterator[tuple[str, str, str, str]]:
    for limit in plan.limits:
        hourly = limit.trials_per_hour
        range_ = f"{hourly.low:,.0f} to {hourly.high:,.0f}"
        yield limit.resource, f"{hourly.median:,.0f}", range_, _share(limit.used.median)


def _share(share: float) -> str:
    return f"{share:.0%}".replace("%", " %")


def _duration(seconds: float) -> str:
    """Format a duration as ``3h05m`` or, if it is shorter than an hour, as in the other tables."""
    rounded_sec = round(seconds)
    return duration(seconds) if rounded_sec < _HOUR else f"{rounded_sec // _HOUR}h{rounded_sec % _HOUR // _MINUTE:02d}m"
