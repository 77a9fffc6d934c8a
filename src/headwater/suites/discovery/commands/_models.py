"""Reads the options that configure access to a model."""

from __future__ import annotations

from pathlib import Path

from headwater.jobs import parse_budget
from headwater.suites.discovery.models import Model


def model_of(budgets: tuple[str, ...], replay: Path | None, record: Path | None, prices: Path | None) -> Model:
    """Return the configured access to a model. The caller sets the model's name later.

    Raises:
        UserError: An option cannot be parsed.
    """
    from headwater.gateway import read_prices

    overrides = read_prices(prices) if prices is not None else ()
    return Model("", parse_budget(budgets), replay, record, overrides)
