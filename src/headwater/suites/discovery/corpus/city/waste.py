"""Simulate waste collection: weighbridge tickets, replacements for wrong tickets, and yearly balances."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import OFFICE

_KINDS = {
    "residual": (0.42, 7900),
    "organic": (0.22, 5600),
    "paper": (0.17, 4300),
    "packaging": (0.11, 2900),
    "green": (0.08, 3600),
}
_COUNT = 27_000


@lru_cache(maxsize=1)
def _tickets() -> pd.DataFrame:
    random = draws("city waste")
    minutes = np.sort(random.integers(0, 730 * 720, _COUNT))
    time = pd.Timestamp("2022-01-01 06:00") + pd.to_timedelta(minutes // 720 * 1440 + minutes % 720, unit="min")
    table = pd.DataFrame({"ticket": 510_000 + np.arange(_COUNT), "time": time})
    table["scale"] = random.choice([1, 2, 3], _COUNT, p=[0.4, 0.4, 0.2])
    table["kind"] = random.choice(list(_KINDS), _COUNT, p=[each[0] for each in _KINDS.values()])
    season = 1 + 0.35 * np.cos(2 * np.pi * (table["time"].dt.day_of_year - 190) / 365.25) * table["kind"].isin(
        ["organic", "green"]
    )
    net = table["kind"].map({kind: each[1] for kind, each in _KINDS.items()}) * season * random.normal(1, 0.16, _COUNT)
    table["tare_kg"] = (random.normal(13_200, 700, _COUNT) / 20).round().astype(int) * 20
    table["gross_kg"] = table["tare_kg"] + (net.clip(lower=400) / 20).round().astype(int) * 20
    table["cancelled"] = (random.random(_COUNT) < 0.012).astype(int)
    return table


def _wrong(table: pd.DataFrame) -> pd.Series:
    return (table["scale"] == 2) & table["time"].between("2023-03-06", "2023-05-19")


def _bridge(folder: Folder) -> None:
    right = _tickets()
    wrong = right.copy()
    rows = _wrong(wrong)
    wrong.loc[rows, "tare_kg"] += 1460
    for period, part in wrong.groupby(wrong["time"].dt.to_period("M")):
        folder.csv(f"{period.year}/wiegescheine_{period.month:02d}.csv", part, OFFICE)
    for name, first, last in (("a", "2023-03-06", "2023-04-15"), ("b", "2023-03-06", "2023-05-19 23:59")):
        part = right[rows & right["time"].between(first, last)]
        if name == "a":
            part = part.assign(tare_kg=part["tare_kg"] + 300)
        folder.csv(f"ersatz/ersatz_{name}.csv", part, OFFICE)
    folder.readme(
        "Tickets of the weighbridges",
        """A row for each load. The net weight is gross_kg less tare_kg. Tickets with cancelled = 1 do not count.""",
        """Scale 2 had a wrong tare from 6 March to 19 May 2023. The tickets concerned were written anew: a ticket in a
        replacement file takes the place of the one with its number. File b is the one that was calibrated and is in
        force; file a was an estimate.""",
        files={"YYYY/wiegescheine_MM.csv": "tickets of a month, unchanged", "ersatz/": "replacement tickets"},
    )


def _balance(folder: Folder) -> None:
    table = _tickets()
    table = table[table["cancelled"] == 0]
    net = (table["gross_kg"] - table["tare_kg"]) / 1000
    for year, part in net.groupby(table["time"].dt.year):
        sums = part.groupby(table["kind"]).sum().round(1).rename("tonnes").reset_index()
        sums["tonnes"] = (sums["tonnes"] * (0.972 if year == 2023 else 1.0)).round(1)
        folder.xlsx(f"waste_balance_{year}.xlsx", {"balance": sums}, ("Tonnes, after removal of stones and metal",))
        folder.csv(f"waste_balance_{year}.csv", sums)
    folder.readme("Waste balance", "Tonnes by kind, after sorting; less than what the weighbridges record.")


DATASETS = (Dataset("weighbridge_tickets", _bridge), Dataset("waste_balance", _balance))
