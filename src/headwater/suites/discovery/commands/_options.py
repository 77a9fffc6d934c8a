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
        click.option("--name", default="", help="Begins the ids of its tasks; by default the folder's name."),
        click.option(
            "--per-notebook",
            type=click.IntRange(min=1),
            default=3,
            show_default=True,
            help="The most questions that are drafted from one notebook.",
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
        click.option("--budget", "budgets", multiple=True, metavar="LIMIT", help="Of each conversation with a model."),
        click.option("--replay", type=_FOLDER, metavar="DIR", help="Cassettes that answer in place of a provider."),
        click.option("--record", type=_FOLDER, metavar="DIR", help="Gets a cassette of each conversation."),
        click.option(
            "--prices", type=click.Path(path_type=Path), metavar="FILE", help="Prices of models, before every table."
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def given_lake_options() -> str:
    """Return a ``lake_options`` or ``model_options`` option that the user set; empty if there is none."""
    context = click.get_current_context()
    names = ("name", "per_notebook", "writer", "budgets", "replay", "record", "prices")
    given = (name for name in names if context.get_parameter_source(name) is ParameterSource.COMMANDLINE)
    options = {each.name: each.opts[0] for each in context.command.params}
    return next((options[name] for name in given), "")
