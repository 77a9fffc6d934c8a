"""Prints progress messages."""

from __future__ import annotations

import click


def say(text: str) -> None:
    """Print a progress message on standard error."""
    click.echo(text, err=True)
