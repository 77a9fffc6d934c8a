"""Builds the dataset graph of a lake or of Meta Kaggle, without building tasks."""

from __future__ import annotations

import time
from pathlib import Path

import click

from headwater.plurals import counted
from headwater.suites.discovery.commands._faults import print_faults
from headwater.suites.discovery.graph import (
    find_communities,
    is_meta_kaggle,
    links_of_lake,
    links_of_meta_kaggle,
    write_communities,
)
from headwater.suites.discovery.lake import read_lake


def build_graph(folder: Path, out: Path) -> None:
    """Write the communities of a lake or of Meta Kaggle, and print a summary.

    Raises:
        UserError: The folder is neither a lake nor Meta Kaggle, or the file cannot be written.
    """
    started = time.monotonic()
    links = links_of_meta_kaggle(folder) if is_meta_kaggle(folder) else links_of_lake(read_lake(folder))
    print_faults(links.faults)
    found = find_communities(links)
    write_communities(found.table, out)
    click.echo(
        f"{counted(len(links.names), 'dataset')}, {counted(len(links.notebook), 'link')}, "
        f"{counted(found.pairs, 'pair')} used together, {found.count:,} communities, of which {found.connected:,} have "
        f"two datasets or more; {time.monotonic() - started:.1f} s"
    )
    click.echo(f"written to {out}")
