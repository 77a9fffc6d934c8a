"""Simulate the energy that plants feed in, in files that are never redelivered, and later notices of their errors."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import OFFICE, PLAIN
from headwater.suites.discovery.corpus.grid._plants import plants, renumbered

_HOURS = {"wind": 2350, "solar": 960, "biogas": 5400, "hydro": 3900}
_MEGAWATT_HOURS = ("2023-07", "2023-08", "2023-09")
_LATE = "2023-11"
_HALVED = ("2023-01", "2023-02", "2023-03", "2023-04")
_CONCERNED, _WITHDRAWN = 14, 3


@lru_cache(maxsize=1)
def _feed() -> pd.DataFrame:
    """Return the energy that each plant fed in per month, in kWh."""
    random = draws("grid feed-in")
    parts = []
    for month in pd.period_range("2022-01", "2023-12", freq="M"):
        running = plants()[(plants()["since"] <= month.end_time) & ~(plants()["until"] < month.start_time)]
        angle = np.cos(2 * np.pi * (month.month - 1) / 12)
        season = running["technology"].map(
            {"wind": 1 + 0.4 * angle, "solar": 1 - 0.75 * angle, "biogas": 1.0, "hydro": 1 + 0.2 * angle}
        )
        energy = running["kw"] * running["technology"].map(_HOURS) / 12 * season * random.normal(1, 0.12, len(running))
        part = pd.DataFrame({"month": str(month), "plant": running["plant"], "kwh": energy.round(0).astype(int)})
        parts.append(part.assign(region=running["region"]))
    return pd.concat(parts, ignore_index=True)


def _numbers(month: str) -> dict[str, str]:
    """Return the numbers that renumbered plants had in a month, keyed by the plants' last numbers."""
    first = pd.Timestamp(f"{month}-01")
    found: dict[str, str] = {}
    for row in renumbered().sort_values("since", ascending=False).itertuples(index=False):
        if row.since > first:
            last = next((plant for plant, number in found.items() if number == row.new), row.new)
            found[last] = row.old
    return found


@lru_cache(maxsize=1)
def _concerned() -> tuple[str, ...]:
    """Return the last numbers of the plants with wrongly entered transformers, as listed in the first circular."""
    random = draws("grid transformers of plants")
    wind = plants()[(plants()["technology"] == "wind") & plants()["until"].isna() & (plants()["since"] < "2022-01-01")]
    changed = renumbered()["new"]
    renamed = wind[wind["plant"].isin(changed)]["plant"].to_numpy()[:2]
    others = wind[~wind["plant"].isin(changed)]["plant"].to_numpy()
    return (*renamed, *random.choice(others, _CONCERNED - len(renamed), replace=False))


def _delivered(month: str, part: pd.DataFrame) -> pd.DataFrame:
    """Return a month's rows with the plant numbers, factors and units used in the delivery."""
    part = part.copy()
    if month in _HALVED:
        is_halved = part["plant"].isin(_concerned()[:-_WITHDRAWN])
        part["kwh"] = part["kwh"].where(~is_halved, part["kwh"] // 2)
    if month in _MEGAWATT_HOURS:
        is_other = part["region"] == "UPL"
        part["kwh"] = part["kwh"].astype(object).where(~is_other, (part["kwh"] / 1000).round(3).astype(object))
    part["plant"] = part["plant"].replace(_numbers(month))
    return part[["plant", "kwh"]]


def _late(folder: Folder, part: pd.DataFrame) -> pd.DataFrame:
    """Write a month's late rows to one file per third of the month.

    Return the rows that arrived on time.
    """
    random = draws("grid feed-in that came late")
    coast = part[part["plant"].isin(plants().loc[plants()["region"] == "COA", "plant"].replace(_numbers(_LATE)))]
    first = (coast["kwh"] * random.uniform(0.25, 0.4, len(coast))).astype(int)
    second = (coast["kwh"] * random.uniform(0.25, 0.4, len(coast))).astype(int)
    thirds = [
        pd.DataFrame({"anlage": coast["plant"], "bis": pd.Timestamp(f"{_LATE}-{day}"), "arbeit": energy})
        for day, energy in (("10", first), ("20", second), ("30", coast["kwh"] - first - second))
    ]
    late = pd.concat(thirds).sort_values(["anlage", "bis"])
    folder.csv("2023/nachlieferung/nl_2311.csv", late, OFFICE)
    is_partial = coast.index.isin(random.choice(coast.index, 40, replace=False))
    begun = coast[is_partial].assign(kwh=first[is_partial])
    return pd.concat([part.drop(coast.index), begun]).sort_index()


def _feed_in(folder: Folder) -> None:
    random = draws("grid advance payments")
    for month, part in _feed().groupby("month"):
        guess = part[["plant"]].replace({"plant": _numbers(month)})
        guess["kwh"] = (part["kwh"] * random.normal(0.98, 0.1, len(part))).round(0).astype(int)
        folder.csv(f"{month[:4]}/advance/feed_{month}_final.csv", guess, OFFICE)
        table = _delivered(month, part)
        folder.csv(f"{month[:4]}/feed_{month}.csv", _late(folder, table) if month == _LATE else table, PLAIN)
    folder.readme(
        "Energy fed in",
        """kWh by plant and month as metered, without what was curtailed. A month is not delivered again: CHANGELOG.md
        has what was different in a delivery or came later, and circulars/ has what has to be put right in it. advance/
        has the estimates on which advance payments were made. Plants have the numbers of the month. RL 8-03 has the
        rules for full-load hours.""",
    )
    folder.changes(
        (
            ("2022-02-10", "Files have kWh without decimals, rounded for each plant."),
            (
                "2023-08-14",
                "The new head end of Uplands delivers MWh since July; the column keeps its name.",
            ),
            ("2023-10-12", "The head end of Uplands was set to kWh, with the delivery for October."),
            (
                "2023-12-18",
                "The delivery for November broke off at the region Coast. 2023/nachlieferung/ has all plants of Coast, "
                "and takes the place of what the delivery has of them; kWh by thirds of the month.",
            ),
        )
    )
    _circulars(folder)


def _circulars(folder: Folder) -> None:
    numbers = _numbers(_HALVED[-1])
    listed = [numbers.get(plant, plant) for plant in _concerned()]
    folder.pdf(
        "circulars/C_2023-05.pdf",
        "Circular C 2023-05: voltage transformers (22 May 2023)",
        [
            "At the following plants the voltage transformers were entered with half their ratio: "
            + ", ".join(sorted(listed))
            + ".",
            "Their values for January to April 2023 have to be doubled. Since May they are right. The files are not "
            "delivered again.",
        ],
    )
    folder.pdf(
        "circulars/C_2023-08.pdf",
        "Circular C 2023-08: readings on site, and C 2023-05 (30 August 2023)",
        [
            "The fee for reading meters on site is 38 EUR since 1 September 2023.",
            f"The plants {', '.join(sorted(listed[-_WITHDRAWN:]))} of C 2023-05 had the right ratio all the time. What "
            "was delivered for them holds.",
        ],
    )


DATASETS = (Dataset("feed_in", _feed_in),)
