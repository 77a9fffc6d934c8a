"""``headwater cache``."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from headwater.jobs import home
from headwater.snapshots import SnapshotStore


@click.group("cache")
def command() -> None:
    """See and prune the cached starting states."""


@command.command("list")
def list_command() -> None:
    """Show snapshots, the longest unused first."""
    from headwater.cli._tables import plain_table

    snapshots = SnapshotStore(home()).all()
    plain_table(
        [
            {
                "snapshot": snapshot.folder.name[:16],
                "of": snapshot.manifest.label,
                "MiB": f"{snapshot.manifest.size_bytes / (1 << 20):.1f}",
                "last used": datetime.fromtimestamp(snapshot.used_at, UTC).strftime("%Y-%m-%d %H:%M"),
            }
            for snapshot in snapshots
        ]
    )
    total = sum(snapshot.manifest.size_bytes for snapshot in snapshots)
    click.echo(f"{len(snapshots)} snapshots, {total / (1 << 20):.1f} MiB in {home()}")


@command.command("prune")
@click.option("--max-gb", type=click.FloatRange(0), default=0.0, show_default=True, help="Keep this much.")
def prune_command(max_gb: float) -> None:
    """Remove snapshots, the longest unused first; jobs made on them can then not be graded again."""
    removed = SnapshotStore(home()).prune(int(max_gb * (1 << 30)))
    size = sum(snapshot.manifest.size_bytes for snapshot in removed)
    click.echo(f"removed {len(removed)} snapshots, {size / (1 << 20):.1f} MiB")
