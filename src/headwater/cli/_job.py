"""Shows a job's progress on a terminal, for the commands that run trials."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

import click
from rich.console import Console

from headwater.cli._progress import TerminalProgress
from headwater.jobs import LineFormatter, Progress
from headwater.plurals import counted

verbose_option = click.option(
    "--verbose",
    "-v",
    is_flag=True,
    help="Print each step with its time to standard error, instead of a progress display.",
)
job_budget_option = click.option(
    "--job-budget",
    "job_budgets",
    multiple=True,
    metavar="LIMIT",
    help="The budget of all trials together, such as 200usd.",
)
rate_option = click.option(
    "--rate",
    "rates",
    multiple=True,
    metavar="LIMIT",
    help="The rate limit per minute and provider, such as 50requests,400ktok.",
)
executor_option = click.option("--executor", metavar="NAME", help="Where trials run: local or ray.  [default: local]")
ray_address_option = click.option(
    "--ray-address",
    metavar="HEAD:PORT",
    help="The Ray cluster for --executor ray.  [default: a new one on this machine]",
)
ray_store_option = click.option(
    "--ray-store",
    metavar="URL",
    help="Storage through which nodes without a shared folder share builds, such as s3://bucket/folder.",
)


@contextmanager
def on_terminal(*, verbose: bool) -> Iterator[tuple[Progress, threading.Event]]:
    """Yield the progress display on standard error, and an event that the first Ctrl-C sets."""
    with interruptible() as cancel:
        if verbose:
            with _logged():
                yield Progress(), cancel
        else:
            with TerminalProgress(Console(stderr=True)) as progress:
                yield progress, cancel


@contextmanager
def _logged() -> Iterator[None]:
    """Print all log messages."""
    logger, handler = logging.getLogger("headwater"), logging.StreamHandler(sys.stderr)
    handler.setFormatter(LineFormatter())
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(logging.NOTSET)


def report_interrupt(remaining: int, command: str) -> NoReturn:
    """Print the command that resumes the job, and exit with code 130, as is usual for interrupted programs."""
    click.echo(f"interrupted with {counted(remaining, 'trial')} to go: {command}", err=True)
    raise SystemExit(130)


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """Yield an event that SIGINT and SIGTERM set. A second signal has no further effect."""
    cancel = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - a handler's signature
        if not cancel.is_set():
            cancel.set()
            # A signal handler must not use anything that it may have interrupted, such as a lock that the main thread
            # holds.
            os.write(2, b"stopping: finished trials are kept\n")

    previous = [(number, signal.signal(number, stop)) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        yield cancel
    finally:
        for number, handler in previous:
            signal.signal(number, handler)
