"""``headwater context downstream``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from headwater.cli._lineage import show_trace, trace_options
from headwater.cli._project import project_options

if TYPE_CHECKING:
    from headwater.context.live import LiveProject


@click.command("downstream")
@click.argument("name")
@trace_options
@project_options
def command(live: LiveProject, **options: Any) -> None:
    """Show everything downstream of NAME: a column such as orders.amount, or a model, source, seed or snapshot."""
    show_trace(live, up=False, **options)
