"""Builds tasks from a user's lake."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import click

from headwater.caches import require_writable_home
from headwater.jobs import home
from headwater.plurals import counted
from headwater.suites.discovery.building import build_tasks
from headwater.suites.discovery.commands._lakes import LakeDrafts, draft_lake, open_lake
from headwater.suites.discovery.commands._say import say
from headwater.suites.discovery.models import Model


def build_corpus(
    folder: Path, lake: str, per_notebook: int, writer: str, model: Model, cancel: threading.Event
) -> tuple[str, ...]:
    """Draft and prove questions on a lake, write their tasks, and return a line about each failed proof.

    Raises:
        CancelledError: The build was interrupted. The next build resumes where it stopped.
        UserError: The folder is not a lake, its name cannot be used, or the writer does not exist.
    """
    require_writable_home()
    started = time.monotonic()
    opened = open_lake(folder, lake, cancel)
    drafted = draft_lake(opened, writer, model, per_notebook, cancel)
    built = build_tasks(home(), {opened.name: opened.copy}, drafted.intake.questions, say, cancel)
    _print_summary(drafted)
    click.echo(
        f"{counted(len(built.tasks), 'task')} of the lake {opened.name} in {time.monotonic() - started:.0f} s; "
        f"headwater list discovery --tag {opened.name}"
    )
    return built.problems


def _print_summary(drafted: LakeDrafts) -> None:
    questions, anchors = len(drafted.intake.questions), len(drafted.anchors)
    click.echo(f"{counted(questions, 'question')} from {counted(anchors, 'anchor')}")
    for reason, count in drafted.intake.refused.most_common():
        click.echo(f"  {count:,}: {reason}")
