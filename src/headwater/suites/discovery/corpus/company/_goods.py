"""Simulate Norvane Handel, the group's trading company: its goods, depots, boxes and customers."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._draw import draws

MONTHS = pd.period_range("2021-01", "2023-12", freq="M")
DEPOTS = {"VEN": "Venlo", "DUI": "Duisburg", "LIL": "Lille", "LDS": "Leeds", "GDY": "Gdynia", "TRN": "Turin"}
_FIRST_NUMBERS = {"VEN": 1, "DUI": 2, "LIL": 3, "LDS": 4, "GDY": 5, "TRN": 6}
_NUMBERS = {"VEN": 1, "DUI": 9, "LIL": 2, "LDS": 3, "GDY": 4, "TRN": 5}
RENUMBERED = pd.Timestamp("2022-04-01")
"""The day on which the depots were renumbered."""
GROUPS = {
    "SCN": "Handscanners",
    "TRM": "Vaste terminals",
    "PRN": "Etiketprinters",
    "ACC": "Accus en laders",
    "WEE": "Weegschalen",
    "PRT": "Toegangspoorten",
    "KAB": "Kabels",
    "REK": "Laadrekken",
}
_GOODS = 160


@lru_cache(maxsize=1)
def goods() -> pd.DataFrame:
    """Return the articles with their product groups (up to 2022 and from 2023 on), pieces per box and costs."""
    random = draws("company goods")
    numbers = np.sort(random.choice(np.arange(100_000, 999_999), _GOODS, replace=False))
    table = pd.DataFrame({"artnr": numbers})
    names = list(GROUPS)
    table["group"] = random.choice(names, _GOODS, p=[0.2, 0.14, 0.14, 0.12, 0.1, 0.08, 0.14, 0.08])
    moved = random.random(_GOODS) < 0.14
    table["group_2023"] = np.where(moved, random.choice(names, _GOODS), table["group"])
    table["box"] = random.choice([4, 6, 8, 10, 12, 20], _GOODS)
    is_other = random.random(_GOODS) < 0.5
    table["box_new"] = np.where(is_other, random.choice([5, 9, 15, 16, 24], _GOODS), table["box"])
    table["pallet"] = random.choice([16, 24, 32, 40], _GOODS)
    table["pe"] = np.where(table["group"].isin(["KAB", "ACC"]), 100, 1)
    table["cost"] = np.round(np.exp(random.normal(3.6, 0.9, _GOODS)), 2)
    table["weight"] = np.round(random.gamma(2, 0.8, _GOODS) + 0.05, 2)
    return table


def group_numbers(edition: str) -> dict[str, int]:
    """Return the number of each product group in an edition of the list.

    Edition 1 was valid up to 2022, edition 2 was never used, and edition 3 is valid from 2023 on.
    """
    order = np.roll(draws("company groups").permutation(len(GROUPS)), 2 * int(edition))
    return {name: 10 * (int(at) + 1) for name, at in zip(GROUPS, order, strict=True)}


def depot_numbers(day: pd.Timestamp) -> dict[str, int]:
    """Return the depot numbers in use on the given day, keyed by depot."""
    return _FIRST_NUMBERS if day < RENUMBERED else _NUMBERS


def numbered(depots: pd.Series, days: pd.Series) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return a depot number for each row, as used on the row's day."""
    chosen = depots.map(_FIRST_NUMBERS).where(days < RENUMBERED, depots.map(_NUMBERS))
    numbers: np.ndarray[tuple[int], np.dtype[np.int64]] = chosen.to_numpy(np.int64)
    return numbers
