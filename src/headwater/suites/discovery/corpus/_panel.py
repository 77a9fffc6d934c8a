"""Simulate daily measurements of several places, with a trend, yearly and weekly cycles, and shared shocks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._draw import draws

_YEAR = 365.25


@dataclass(frozen=True)
class Rhythm:
    """The variation of a measure over time.

    Attributes:
        season: Half the difference between the highest and the lowest day of the year, relative to the mean.
        peak: The day of the year with the highest values.
        weekend: The level of Saturdays and Sundays relative to other days.
        trend: The relative change per year.
        noise: The standard deviation of each place's daily noise and of the shared noise, on a log scale.
    """

    season: float = 0.2
    peak: int = 200
    weekend: float = 0.8
    trend: float = 0.02
    noise: float = 0.08


def daily_panel(
    topic: str, levels: Mapping[str, float], first: str, last: str, rhythm: Rhythm, *, is_count: bool = False
) -> pd.DataFrame:
    """Return a table with a row for each day and a column for each place.

    Args:
        topic: The name of the random number stream.
        levels: The mean of each place on a working day.
        first: The first day.
        last: The last day.
        rhythm: The variation of the values over time.
        is_count: Whether values are whole numbers. Otherwise they are rounded to two decimals.
    """
    random = draws(topic)
    days = pd.date_range(first, last, freq="D")
    at = np.arange(len(days))
    shared = _smooth(random.normal(0, 1, len(days))) * rhythm.noise
    columns = {}
    for place, level in levels.items():
        lag = random.integers(-12, 13)
        trend = 1 + (rhythm.trend + random.normal(0, 0.012)) * at / _YEAR
        wave = 1 + rhythm.season * np.cos(2 * np.pi * (days.day_of_year.to_numpy() - rhythm.peak - lag) / _YEAR)
        week = np.where(days.day_of_week.to_numpy() >= 5, rhythm.weekend, 1.0)
        own = random.normal(0, rhythm.noise, len(days))
        values = level * trend * wave * week * np.exp(shared + own)
        columns[place] = np.rint(values).astype(int) if is_count else np.round(values, 2)
    return pd.DataFrame(columns, index=days)


def _smooth(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the moving sum over a week, scaled so that white noise keeps its variance."""
    return np.convolve(values, np.ones(7) / np.sqrt(7.0), mode="same")


def long(panel: pd.DataFrame, time: str, place: str, value: str) -> pd.DataFrame:
    """Return a table with a row for each day and place, sorted by time."""
    table = panel.rename_axis(index=time, columns=place).stack().rename(value)
    return table.reset_index()
