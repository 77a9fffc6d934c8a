"""``headwater cache``."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

import click

from headwater.jobs import home
from headwater.snapshots import SnapshotStore

_MIB = 1 << 20


@click.group("cache")
def command() -> None:
    """See and prune what is cached."""


@command.command("list")
def list_command() -> None:
    """Show snapshots, the longest unused first, and what is built of the suite `warehouse`."""
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
    _list_warehouse()
    total = sum(snapshot.manifest.size_bytes for snapshot in snapshots)
    click.echo(f"{len(snapshots)} snapshots, {total / _MIB:.1f} MiB in {home()}")


def _list_warehouse() -> None:
    if not (home() / "warehouse").is_dir():
        return
    from headwater.cli._tables import plain_table
    from headwater.suites.warehouse.cache import all_kept

    plain_table(
        [
            {
                "warehouse": one.path.name[:16],
                "of": f"{one.kind}: seed {one.size.seed}, scale {one.size.scale:g}" if one.size else one.kind.value,
                "MiB": f"{one.size_bytes / _MIB:.1f}",
                "used": "yes" if one.is_current else "no, prune removes it",
            }
            for one in all_kept(home())
        ]
    )


@command.command("prune")
@click.option("--max-gb", type=click.FloatRange(0), default=0.0, show_default=True, help="Keep this much of snapshots.")
def prune_command(max_gb: float) -> None:
    """Remove snapshots, the longest unused first; jobs made on them can then not be graded again.

    Of the suite `warehouse`, what other code, or another company's, has built goes first, with the snapshots of its
    tasks, however much is kept.
    """
    _prune_warehouse()
    removed = SnapshotStore(home()).prune(int(max_gb * (1 << 30)))
    size = sum(snapshot.manifest.size_bytes for snapshot in removed)
    click.echo(f"removed {len(removed)} snapshots, {size / _MIB:.1f} MiB")


def _prune_warehouse() -> None:
    if not (home() / "warehouse").is_dir():
        return
    from headwater.suites.warehouse.cache import prune_kept

    pruned = prune_kept(home())
    if pruned is None:
        click.echo("left what the suite warehouse has built: it is in use")
        return
    kept, snapshots = pruned
    size = sum(one.size_bytes for one in kept) + sum(snapshot.manifest.size_bytes for snapshot in snapshots)
    kinds = Counter(one.kind.value for one in kept)
    said = [*(f"{number} of {kind}" for kind, number in kinds.items()), f"{len(snapshots)} snapshots"]
    click.echo(f"removed of what the suite warehouse has built: {', '.join(said)}, {size / _MIB:.1f} MiB")
