"""Defines the command ``headwater build discovery anchors``."""

from __future__ import annotations

import time
from pathlib import Path

import click

from headwater.caches import home, require_writable_home
from headwater.cli._job import interruptible
from headwater.errors import CancelledError
from headwater.plurals import counted
from headwater.suites.discovery.anchors import LakeAnchors, Times, find_anchors, open_room, write_anchors
from headwater.suites.discovery.commands._faults import print_faults
from headwater.suites.discovery.commands._say import say
from headwater.suites.discovery.lake import read_lake

_DEFAULT = Times()
_SECONDS = click.FloatRange(min=0, min_open=True)


@click.command("anchors")
@click.argument("lake", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="JSON lines; by default LAKE.anchors.jsonl, next to the lake.",
)
@click.option(
    "--notebook-seconds", type=_SECONDS, default=_DEFAULT.notebook, show_default=True, help="Time limit per notebook."
)
@click.option("--cell-seconds", type=_SECONDS, default=_DEFAULT.cell, show_default=True, help="Time limit per cell.")
def command(lake: Path, out: Path | None, notebook_seconds: float, cell_seconds: float) -> None:
    """Run the notebooks of LAKE in the sandbox, and find the numbers that a small program can recompute."""
    started = time.monotonic()
    read = read_lake(lake)
    require_writable_home()
    with interruptible() as cancel:
        try:
            room = open_room(home(), say, cancel)
            times = Times(notebook_seconds, cell_seconds)
            found = find_anchors(read, room, home() / "discovery" / "anchors", say, times)
        except CancelledError as interrupted:
            say(f"{interrupted}; the next build resumes from here")
            raise SystemExit(130) from None
    print_faults(found.faults)
    path = out or Path(f"{lake.resolve()}.anchors.jsonl")
    write_anchors(found, path)
    _print_summary(found)
    click.echo(f"written to {path}; {time.monotonic() - started:.0f} s")


def _print_summary(lake: LakeAnchors) -> None:
    click.echo(f"{counted(len(lake.anchors), 'anchor')} in {counted(lake.numbers, 'number')} that notebooks show")
    for reason, count in lake.dropped.most_common():
        if count:
            click.echo(f"  {count:,}: {reason}")
