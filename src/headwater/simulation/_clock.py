"""Defines the simulated calendar: the company's history, its months, weekdays, holidays and fiscal year.

Times are ``int64`` seconds since 1970 (UTC), dates ``int64`` days since 1970, months ``int64`` months since 1970.
``NULL`` means "no value" in all three.
"""

from __future__ import annotations

import datetime as dt
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Ints: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]

NULL = int(np.iinfo(np.int64).min)
MINUTE, HOUR, DAY = 60, 3_600, 86_400


def day_of(year: int, month: int, day: int) -> int:
    """Return a date as days since 1970."""
    return (dt.date(year, month, day) - dt.date(1970, 1, 1)).days


FIRST_DAY = day_of(2021, 1, 1)
LAST_DAY = day_of(2025, 6, 30)
START = FIRST_DAY * DAY
AS_OF = LAST_DAY * DAY + 23 * HOUR + 59 * MINUTE
"""The frozen clock: no event is later, except for those from clients with wrong clocks."""
DAYS = LAST_DAY - FIRST_DAY + 1
FIRST_MONTH = (2021 - 1970) * 12
MONTHS = 54


def dates(days: Ints) -> npt.NDArray[np.datetime64]:
    """Return days since 1970 as numpy's dates."""
    return days.astype("datetime64[D]")


def month_of(days: Ints) -> Ints:
    """Return the month of each day, in months since 1970."""
    return dates(days).astype("datetime64[M]").astype(np.int64)


def month_start(months: Ints) -> Ints:
    """Return the first day of each month."""
    return months.astype("datetime64[M]").astype("datetime64[D]").astype(np.int64)


def add_months(seconds: Ints, months: Ints | int) -> Ints:
    """Shift times by whole months. The 31st becomes the last day of a shorter month."""
    days = seconds // DAY
    month = month_of(days)
    inside = days - month_start(month)
    first = month_start(month + months)
    last = month_start(month + months + 1) - 1
    return np.minimum(first + inside, last) * DAY + seconds % DAY


def add_months_to_days(days: Ints, months: Ints | int) -> Ints:
    """Shift dates by whole months."""
    return add_months(days * DAY, months) // DAY


def fiscal_quarter(days: Ints) -> list[str]:
    """Return the fiscal quarter of each day; FY25-Q1 is 2024-02 to 2024-04."""
    shifted = month_of(days) - 1  # February is the first month
    return [f"FY{(m // 12 + 1971) % 100:02d}-Q{m % 12 // 3 + 1}" for m in shifted.tolist()]


def fiscal_period(months: Ints) -> list[str]:
    """Return the fiscal period of each month; FY25-P01 is 2024-02."""
    shifted = months - 1
    return [f"FY{(m // 12 + 1971) % 100:02d}-P{m % 12 + 1:02d}" for m in shifted.tolist()]


_FIXED_HOLIDAYS = {(1, 1), (5, 1), (12, 24), (12, 25), (12, 26), (12, 31)}


def _holidays() -> Flags:
    return np.array(
        [(d.month, d.day) in _FIXED_HOLIDAYS for d in dates(np.arange(FIRST_DAY, LAST_DAY + 1)).tolist()], dtype=bool
    )


WEEKDAY: Ints = (np.arange(FIRST_DAY, LAST_DAY + 1) + 3) % 7
"""The weekday of each day of the history. 0 is Monday."""
HOLIDAY: Flags = _holidays()
IS_BUSINESS_DAY: Flags = (WEEKDAY < 5) & ~HOLIDAY


def day_weights() -> Floats:
    """Return the relative amount of work on each day of the history. Weekends, holidays and summers are quieter."""
    weight = np.array([1.0, 1.06, 1.05, 1.02, 0.9, 0.16, 0.13])[WEEKDAY]
    weight = np.where(HOLIDAY, weight * 0.3, weight)
    month = month_of(np.arange(FIRST_DAY, LAST_DAY + 1)) % 12
    season = np.array([1.0, 1.02, 1.03, 0.99, 1.0, 0.97, 0.9, 0.87, 1.03, 1.05, 1.02, 0.88])
    return np.asarray(weight * season[month])


def growth_weights() -> Floats:
    """Return the relative number of newcomers on each day of the history, based on growth and working days."""
    age = np.arange(DAYS) / DAYS
    return np.asarray(day_weights() * (0.4 + 1.25 * age))
