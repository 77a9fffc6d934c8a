"""``headwater cache``."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

import click

from headwater.jobs import home
from headwater.plurals import counted
from headwater.snapshots import SnapshotStore
from headwater.suites import all_suites

_MIB = 1 << 20


@click.group("cache")
def command() -> None:
    """List or remove the content of the cache."""


@command.command("list")
def list_command() -> None:
    """List snapshots, least recently used first, and builds of suites."""
    from headwater.cli._tables import plain_table

    snapshots = SnapshotStore(home()).all()
    plain_table(
        [
            {
                "snapshot": snapshot.folder.name[:16],
                "of": snapshot.manifest.label,
                "MiB": f"{snapshot.manifest.size_bytes / _MIB:.1f}",
                "last used": datetime.fromtimestamp(snapshot.used_at, UTC).strftime("%Y-%m-%d %H:%M"),
            }
            for snapshot in snapshots
        ]
    )
    _list_suites()
    total = sum(snapshot.manifest.size_bytes for snapshot in snapshots)
    click.echo(f"{counted(len(snapshots), 'snapshot')}, {total / _MIB:.1f} MiB in {home()}")


def _list_suites() -> None:
    from headwater.cli._tables import plain_table

    plain_table(
        [
            {
                "suite": name,
                "kept": one.path.name[:16],
                "of": ": ".join(filter(None, (one.kind, one.label))),
                "MiB": f"{one.size_bytes / _MIB:.1f}",
                "used": "yes" if one.is_used else "no, prune removes it",
            }
            for name, suite in all_suites().items()
            for one in suite.cached(home())
        ]
    )


@command.command("prune")
@click.option(
    "--max-gb",
    type=click.FloatRange(0),
    metavar="N",
    default=0.0,
    show_default=True,
    help="Maximum total size of the snapshots to keep, in GiB.",
)
def prune_command(max_gb: float) -> None:
    """Remove the least recently used snapshots beyond --max-gb.

    Jobs that used them can no longer be regraded. Builds of suites that this version does not use are removed too, with
    the snapshots of their tasks, unless they are in use.
    """
    _prune_suites()
    removed = SnapshotStore(home()).prune(int(max_gb * (1 << 30)))
    size = sum(snapshot.manifest.size_bytes for snapshot in removed)
    click.echo(f"removed {counted(len(removed), 'snapshot')}, {size / _MIB:.1f} MiB")


def _prune_suites() -> None:
    for name, suite in all_suites().items():
        pruned = suite.prune(home())
        if pruned is None:
            click.echo(f"kept the builds of the suite {name}, because they are in use")
        elif pruned.cached or pruned.snapshots:
            kinds = Counter(one.kind for one in pruned.cached)
            parts = [*(f"{number} of {kind}" for kind, number in kinds.items()), counted(pruned.snapshots, "snapshot")]
            size = f"{pruned.size_bytes / _MIB:.1f} MiB"
            click.echo(f"removed builds of the suite {name}: {', '.join(parts)}, {size}")
