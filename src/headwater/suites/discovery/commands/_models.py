"""Options by which a model is reached that helps to make questions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from headwater.jobs import parse_budget
from headwater.suites.discovery.models import Model

_FOLDER = click.Path(path_type=Path, file_okay=False)
Command = Callable[..., None]


def model_options(command: Command) -> Command:
    """Add the options, which are the same as those of ``headwater run``."""
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


def model_of(budgets: tuple[str, ...], replay: Path | None, record: Path | None, prices: Path | None) -> Model:
    """Return how a model is reached, which gets its name later.

    Raises:
        UserError: An option cannot be read.
    """
    from headwater.gateway import read_prices

    overrides = read_prices(prices) if prices is not None else ()
    return Model("", parse_budget(budgets), replay, record, overrides)
