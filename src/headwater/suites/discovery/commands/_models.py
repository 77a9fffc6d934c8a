"""Reads the options that give access to a model."""

from __future__ import annotations

from pathlib import Path

from headwater.jobs import parse_budget
from headwater.suites.discovery.models import Model


def model_of(budgets: tuple[str, ...], replay: Path | None, record: Path | None, prices: Path | None) -> Model:
    """Return the access to a model, which gets its name later.

    Raises:
        UserError: An option cannot be read.
    """
    from headwater.gateway import read_prices

    overrides = read_prices(prices) if prices is not None else ()
    return Model("", parse_budget(budgets), replay, record, overrides)
