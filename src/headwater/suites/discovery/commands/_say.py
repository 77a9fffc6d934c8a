"""Prints progress."""

from __future__ import annotations

import click


def say(text: str) -> None:
    """Print a line of progress on the standard error."""
    click.echo(text, err=True)
