"""Defines options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click
from click.core import ParameterSource

_FOLDER = click.Path(path_type=Path, file_okay=False)
Command = Callable[..., None]


def lake_options(command: Command) -> Command:
    """Add the options that name a lake and its writer."""
    options = (
        click.option("--name", default="", help="Prefix of the task ids; by default the folder's name."),
        click.option(
            "--per-notebook",
            type=click.IntRange(min=1),
            default=3,
            show_default=True,
            help="Maximum number of questions drafted from one notebook.",
        ),
        click.option(
            "--writer", default="template", show_default=True, metavar="WRITER", help="Or model:NAME, to ask a model."
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def model_options(command: Command) -> Command:
    """Add the model options, which match those of ``headwater run``."""
    options = (
        click.option("--budget", "budgets", multiple=True, metavar="LIMIT", help="Limit of each model conversation."),
        click.option("--replay", type=_FOLDER, metavar="DIR", help="Cassettes that answer instead of a provider."),
        click.option("--record", type=_FOLDER, metavar="DIR", help="Folder for a cassette of each conversation."),
        click.option(
            "--prices",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Your own model prices, which come first.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def given_lake_options() -> str:
    """Return an option from ``lake_options`` or ``model_options`` that the user set, or an empty string."""
    context = click.get_current_context()
    names = ("name", "per_notebook", "writer", "budgets", "replay", "record", "prices")
    given_names = (name for name in names if context.get_parameter_source(name) is ParameterSource.COMMANDLINE)
    options = {each.name: each.opts[0] for each in context.command.params}
    return next((options[name] for name in given_names), "")
