"""Commands of a test suite's own builds."""

from __future__ import annotations

import click


@click.command("data")
@click.option("--scale", type=int, default=1)
def data(scale: int) -> None:
    """Build data."""
    click.echo(f"data at {scale}")


@click.command("tasks")
def tasks() -> None:
    """Build tasks."""
    click.echo("tasks")
