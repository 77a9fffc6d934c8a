"""Draws exchange rates as a bounded random walk on business days. Weekends and holidays have no rates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from headwater.simulation._clock import (
    AS_OF,
    DAY,
    DAYS,
    FIRST_DAY,
    IS_BUSINESS_DAY,
    Floats,
    Ints,
)
from headwater.simulation._columns import labels
from headwater.simulation._draw import Draw
from headwater.simulation._tables import Sink

_MEAN = np.array([1.10, 1.27, 0.0078])
_PLACES = [5, 5, 7]


@dataclass(frozen=True)
class ExchangeRates:
    """The dollar value of each currency (usd, eur, gbp, jpy) on each day, at the rate of the last business day."""

    usd_per_unit: Floats

    def at(self, currency: Ints, days: Ints) -> Floats:
        """Return the rates for these currencies and days."""
        return np.asarray(self.usd_per_unit[currency, np.clip(days - FIRST_DAY, 0, DAYS - 1)])


def _opening(i: int) -> float:
    return float(np.round(_MEAN[i] * 1.06, _PLACES[i]))


def make_rates(draw: Draw) -> ExchangeRates:
    """Draw the random walk, and carry rates forward over days without a rate. The first rate is for the end of 2020."""
    table = np.ones((4, DAYS))
    for i, mean in enumerate(_MEAN):
        level, walk = 0.06, np.empty(DAYS)
        for day, step in enumerate(draw.normal(DAYS) * 0.0045):
            level = level * 0.9975 + step  # each day reverts 0.25 % of the distance to the mean
            walk[day] = level
        daily = np.round(mean * (1 + walk), _PLACES[i])
        last = np.maximum.accumulate(np.where(IS_BUSINESS_DAY, np.arange(DAYS), -1))
        table[i + 1] = np.where(last < 0, _opening(i), daily[last])
    return ExchangeRates(table)


def write_rates(rates: ExchangeRates, sink: Sink) -> None:
    """Write the rates for business days and for the last day of 2020."""
    days = np.concatenate([[FIRST_DAY - 1], FIRST_DAY + np.flatnonzero(IS_BUSINESS_DAY)])
    for currency, code in enumerate(["EUR", "GBP", "JPY"], start=1):
        sink.write(
            "raw_treasury.fx_rates",
            {
                "rate_date": days,
                "currency": labels([code], np.zeros(len(days), dtype=np.int64)),
                "usd_per_unit": rates.at(np.full(len(days), currency), days),
                "_loaded_at": np.minimum(np.maximum(days, FIRST_DAY) * DAY + 17 * 3_600, AS_OF),
            },
        )
