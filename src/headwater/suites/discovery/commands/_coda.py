"""Builds tasks from a CoDA-Bench checkout."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import click

from headwater.jobs import home
from headwater.plurals import counted
from headwater.suites.discovery.commands._faults import print_faults
from headwater.suites.discovery.commands._say import say
from headwater.suites.discovery.published import LAKE, BuildReport, ReproductionOutcome, build_published, read_checkout


def build_coda(folder: Path, cancel: threading.Event) -> None:
    """Build the tasks of a CoDA-Bench checkout, and print a summary.

    Raises:
        CancelledError: The build was interrupted. The next build resumes where it stopped.
        UserError: The folder is not a checkout, or contains no data.
    """
    started = time.monotonic()
    checkout = read_checkout(folder)
    print_faults(checkout.faults)
    report = build_published(home(), checkout, say, cancel)
    _print_left_out(report)
    _print_tasks(report, time.monotonic() - started)


def _print_left_out(report: BuildReport) -> None:
    if report.missing:
        communities = counted(len(report.missing), "community", "communities")
        names = ", ".join(f"{name} ({count:,})" for name, count in report.missing.items())
        click.echo(f"no data of {communities} with {counted(sum(report.missing.values()), 'question')}: {names}")
    if report.unusable:
        names = ", ".join(report.unusable)
        click.echo(f"left out, since no answer can be right: {counted(len(report.unusable), 'question')}: {names}")


def _print_tasks(report: BuildReport, seconds: float) -> None:
    communities = counted(report.communities, "community", "communities")
    reproduced = report.outcomes[ReproductionOutcome.REPRODUCED]
    click.echo(
        f"{counted(len(report.tasks), 'task')} over {communities} in {seconds:.0f} s: {reproduced:,} reproduced, "
        f"{len(report.tasks) - reproduced:,} unproven; headwater list discovery --tag {LAKE}"
    )
    for outcome, count in report.outcomes.most_common():
        if outcome is not ReproductionOutcome.REPRODUCED:
            click.echo(f"  {count:,} unproven: {outcome}")
