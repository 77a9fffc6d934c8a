"""What ``run``, ``resume`` and ``validate`` share: a job on a terminal."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import click
from rich.console import Console

from headwater.cli._progress import TerminalProgress
from headwater.errors import access_error
from headwater.jobs import JobFolder, Outcome, run_job
from headwater.records import JobConfig
from headwater.tasks import Task


def new_job(folder: Path, config: JobConfig) -> JobFolder:
    """Make the folder of a new job.

    Raises:
        UserError: It holds a job already, or cannot be written.
    """
    try:
        return JobFolder.create(folder.absolute(), config)
    except OSError as error:
        raise access_error(error, f"--out {folder}", "choose another folder") from None


def run_on_terminal(job: JobFolder, tasks: Sequence[Task], *, all_gates_of: Collection[str] = ()) -> Outcome:
    """Run a job with live progress; the first Ctrl-C ends the running trials and keeps the finished ones."""
    console = Console(stderr=True)
    remaining = sum(not job.is_finished(spec.id) for spec in job.config().trials)
    with interruptible() as cancel, TerminalProgress(remaining, console) as progress:
        return run_job(job, tasks, progress, cancel, all_gates_of=all_gates_of)


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """Yield an event that SIGINT and SIGTERM set; a second signal has no more effect than the first."""
    cancel = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - a handler's signature
        if not cancel.is_set():
            cancel.set()
            os.write(2, b"stopping: finished trials are kept\n")  # a handler may not use what it interrupts

    previous = [(number, signal.signal(number, stop)) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        yield cancel
    finally:
        for number, handler in previous:
            signal.signal(number, handler)


def report_interrupt(folder: Path, outcome: Outcome) -> None:
    """Say how to go on, and exit as an interrupted program does."""
    if outcome.interrupted:
        click.echo(f"interrupted with {outcome.remaining} trials to go: headwater resume {folder}", err=True)
        raise SystemExit(130)
