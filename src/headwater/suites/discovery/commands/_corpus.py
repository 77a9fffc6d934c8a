"""Build tasks from a user's lake."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import click

from headwater.jobs import home
from headwater.plurals import counted
from headwater.suites.discovery.anchors import Times, find_anchors, open_room
from headwater.suites.discovery.building import build_tasks, open_laboratory, open_tooling
from headwater.suites.discovery.commands._faults import print_faults
from headwater.suites.discovery.corpus import COMMUNITIES
from headwater.suites.discovery.intake import Intake, Selection, copy_lake, lake_name, question_lake
from headwater.suites.discovery.lake import DATASETS, read_lake
from headwater.suites.discovery.questions import TemplateWriter
from headwater.suites.discovery.records import Fault
from headwater.suites.discovery.solvers import index_files


def build_corpus(folder: Path, given: str, per_notebook: int, cancel: threading.Event) -> tuple[str, ...]:
    """Question a lake, prove the questions, write their tasks, and return why proofs failed, a line each.

    Raises:
        CancelledError: The build was interrupted; the next one goes on from there.
        UserError: It is no lake, or its name cannot be used.
    """
    started = time.monotonic()
    lake = read_lake(folder)
    name = lake_name(given, folder, tuple(COMMUNITIES))
    say(f"copying {counted(len(lake.datasets), 'dataset')} of {name}")
    copy = copy_lake(lake, name, home())
    room = open_room(home(), say, cancel)
    found = find_anchors(lake, room, home() / "discovery" / "anchors", say, Times())
    print_faults(found.faults)
    laboratory = open_laboratory(home(), copy, open_tooling(home(), say), cancel)
    files = index_files(copy / DATASETS)
    intake = question_lake(name, found.anchors, TemplateWriter(), files, laboratory, Selection(per_notebook), say)
    print_faults(Fault("", detail) for detail in intake.details)
    built = build_tasks(home(), {name: copy}, intake.questions, say, cancel)
    _print_summary(len(found.anchors), intake)
    click.echo(
        f"{counted(len(built.tasks), 'task')} of the lake {name} in {time.monotonic() - started:.0f} s; "
        f"headwater list discovery --tag {name}"
    )
    return built.problems


def _print_summary(anchors: int, intake: Intake) -> None:
    click.echo(f"{counted(len(intake.questions), 'question')} from {counted(anchors, 'anchor')}")
    for reason, count in intake.refused.most_common():
        click.echo(f"  {count:,}: {reason}")


def say(text: str) -> None:
    """Print progress."""
    click.echo(text, err=True)
