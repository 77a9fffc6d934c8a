"""``headwater resume``."""

from __future__ import annotations

from pathlib import Path

import click

from headwater.api import Job
from headwater.cli._job import job_budget_option, ray_address_option, ray_store_option, verbose_option
from headwater.cli.run_ import run_and_print
from headwater.jobs.executors import find_executor


@click.command("resume")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--executor", metavar="NAME", help="Where trials run.  [default: where the job ran]")
@ray_address_option
@ray_store_option
@job_budget_option
@click.option("--json", "as_json", is_flag=True, help="Print results as JSON.")
@verbose_option
def command(
    folder: Path,
    executor: str | None,
    ray_address: str | None,
    ray_store: str | None,
    job_budgets: tuple[str, ...],
    as_json: bool,
    verbose: bool,
) -> None:
    """Continue the job in DIR.

    Finished trials are kept, and trials that ended with an infrastructure error run again.
    """
    is_named = ray_address is not None or ray_store is not None
    where = find_executor(executor or "ray", ray_address, ray_store) if is_named else executor
    job = run_and_print(
        lambda progress, cancel: Job(folder).resume(
            executor=where, job_limits=job_budgets, progress=progress, cancel=cancel
        ),
        as_json=as_json,
        verbose=verbose,
    )
    if job.left_out:
        raise SystemExit(2)
