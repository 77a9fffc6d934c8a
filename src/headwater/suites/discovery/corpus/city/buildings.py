"""Simulate municipal buildings: meter readings, meter replacements, and changes in floor area and use."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, MAINFRAME, OFFICE, PLAIN
from headwater.suites.discovery.corpus.city._places import DISTRICTS

_USES = ("school", "day nursery", "office", "fire station", "library", "sports hall")
_COUNT = 60
_DIGITS = 100_000
_MONTHS = pd.date_range("2021-01-01", "2024-01-01", freq="MS")
_REREAD = ("2022-01-01", "2023-01-01")
_YEAR = 2022


@lru_cache(maxsize=1)
def _buildings() -> pd.DataFrame:
    random = draws("city buildings")
    table = pd.DataFrame({"building": np.char.add("G", (300 + np.arange(_COUNT)).astype(str))})
    table["use"] = random.choice(_USES, _COUNT, p=[0.36, 0.2, 0.14, 0.08, 0.1, 0.12])
    table["district"] = random.choice(DISTRICTS, _COUNT)
    table["area_m2"] = (random.gamma(4, 700, _COUNT) + 400).round().astype(int)
    table["meter"] = 88_000 + 3 * np.arange(_COUNT)
    table["factor"] = random.choice([1, 20, 40], _COUNT, p=[0.5, 0.3, 0.2])
    return table


@lru_cache(maxsize=1)
def _changes() -> pd.DataFrame:
    """Return meter replacements, each with its day and the new meter's factor."""
    random = draws("city changes of meters")
    changed = _buildings()[random.random(_COUNT) < 0.5].reset_index(drop=True)
    table = changed[["building"]].assign(old_meter=changed["meter"], meter=changed["meter"] + 1)
    month = random.integers(4, 34, len(changed))
    table["day"] = _MONTHS[month - 1] + pd.to_timedelta(random.integers(3, 26, len(changed)), unit="D")
    other = np.where(changed["factor"] == 1, 10, 30)
    table["factor"] = np.where(random.random(len(changed)) < 0.5, changed["factor"], other)
    return table


@lru_cache(maxsize=1)
def _readings() -> pd.DataFrame:
    """Return five-digit readings on the first of each month. A new meter starts at 0."""
    random = draws("city meters")
    changes = _changes().set_index("building")
    rows = []
    for building in _buildings().itertuples():
        season = 1 + 0.35 * np.cos(2 * np.pi * (_MONTHS.month - 1) / 12)
        energy = building.area_m2 * 3.1 * random.uniform(0.7, 1.3) * season * random.normal(1, 0.06, len(_MONTHS))
        index = [int(random.integers(1000, _DIGITS))]
        meters, ends = [building.meter], [np.nan]
        meter, factor = building.meter, building.factor
        for at in range(1, len(_MONTHS)):
            used = energy[at - 1]
            change = changes.loc[building.building] if building.building in changes.index else None
            if change is not None and _MONTHS[at - 1] < change["day"] < _MONTHS[at]:
                share = (change["day"] - _MONTHS[at - 1]) / (_MONTHS[at] - _MONTHS[at - 1])
                ends.append((index[-1] + round(used * share / factor)) % _DIGITS)
                meter, factor = change["meter"], change["factor"]
                index.append(round(used * (1 - share) / factor))
            else:
                ends.append(np.nan)
                index.append((index[-1] + round(used / factor)) % _DIGITS)
            meters.append(meter)
        part = {"meter": meters, "day": _MONTHS, "reading": index, "last_of_old_meter": ends}
        rows.append(pd.DataFrame(part).assign(building=building.building))
    return pd.concat(rows, ignore_index=True)


@lru_cache(maxsize=1)
def _reread() -> pd.DataFrame:
    """Return the New Year readings that were taken again because the first ones were wrong."""
    random = draws("city readings that were taken again")
    table = _readings()[_readings()["day"].isin(pd.to_datetime(_REREAD)) & _readings()["last_of_old_meter"].isna()]
    return table[random.random(len(table)) < 0.2][["day", "building", "meter", "reading"]]


def _published() -> pd.DataFrame:
    """Return the readings as published, some of which are wrong by a multiple of 100."""
    table = _readings().copy()
    wrong = _reread().index
    step = draws("city wrong readings").choice([-300, -200, 200, 300], len(wrong))
    table.loc[wrong, "reading"] = (table.loc[wrong, "reading"] + step) % _DIGITS
    return table


def _quarters(share: float, topic: str, level: float) -> pd.DataFrame:
    """Return the quarterly consumption of some buildings, in kWh."""
    random = draws(f"city energy {topic}")
    chosen = _buildings()[random.random(_COUNT) < share]
    rows = []
    for building in chosen.itertuples():
        size = building.area_m2 * level * random.uniform(0.5, 1.5)
        for quarter in (1, 2, 3, 4):
            rows.append((building.building, f"{_YEAR}Q{quarter}", round(size / 4 * random.uniform(0.7, 1.3), 1)))
    return pd.DataFrame(rows, columns=["building", "quarter", "kwh"])


def _energy(folder: Folder) -> None:
    readings = _published()
    for year in (2021, 2022, 2023):
        part = readings[readings["day"].between(f"{year}-01-01", f"{year + 1}-01-01")]
        folder.csv(f"readings_{year}.csv", part, OFFICE)
    wide = readings.pivot_table("reading", "building", "day").round().astype(int)
    wide.columns = [f"{column:%Y-%m}" for column in wide.columns]
    folder.xlsx("all_readings.xlsx", {"readings": wide.reset_index()}, ("Meter readings, not consumption",))
    factors = _buildings()[["building", "meter", "factor"]]
    folder.csv("meters.csv", factors)
    folder.csv("meters_2019.csv", factors.assign(factor=1))
    folder.csv("meter_changes.csv", _changes().sort_values("day"), BRITISH)
    folder.csv("reread.csv", _reread(), PLAIN)
    generated = _quarters(0.4, "roofs", 9.0)
    fed = (generated["kwh"] * draws("city energy fed in").uniform(0.1, 0.6, len(generated))).round(1)
    folder.csv(f"roofs_{_YEAR}.csv", generated.rename(columns={"kwh": "made_kwh"}).assign(fed_in_kwh=fed), OFFICE)
    behind = pd.concat(
        [
            _quarters(0.35, "chargers", 2.5).assign(what="car chargers"),
            _quarters(0.3, "kitchens", 4.0).assign(what="kitchen"),
        ]
    )
    folder.csv(f"submeters_{_YEAR}.csv", behind.sort_values(["building", "quarter"]), MAINFRAME)
    folder.readme(
        "Electricity of municipal buildings",
        """Readings of the meters to the network, on the first of each month. What a meter counted between two readings
        is their difference times its factor, in kWh. Meters have five digits, and 0 follows on 99999. Where a meter
        was changed since the reading before, last_of_old_meter has the last reading of the old one; the new one began
        at 0. How figures are made of it is in rule EK-2, with the register of buildings.""",
        files={
            "readings_YYYY.csv": "readings from 1 January to 1 January of the next year, as they were taken",
            "reread.csv": "readings that were wrong, and what they were; the files of years are not changed",
            "meters.csv": "number and factor of the first meter of each building",
            "meter_changes.csv": "meters that took the place of others since 2021, with their factors",
            "meters_2019.csv": "before the transformers were measured; all factors are 1",
            "all_readings.xlsx": "an overview without changes of meters",
            "roofs_2022.csv": "what solar roofs made, and what of it went into the network",
            "submeters_2022.csv": "what meters behind those to the network counted, and what for",
        },
    )


def _usage() -> pd.DataFrame:
    random = draws("city use of buildings")
    table = pd.DataFrame({"building": _buildings()["building"].to_numpy()[random.random(_COUNT) < 0.5]})
    table["from"] = pd.Timestamp("2020-03-01") + pd.to_timedelta(random.integers(0, 1300, len(table)), unit="D")
    table["to"] = table["from"] + pd.to_timedelta(random.integers(20, 400, len(table)), unit="D")
    table["state"] = random.choice(["closed", "let", "scaffolded"], len(table), p=[0.25, 0.25, 0.5])
    return table


def _register(folder: Folder) -> None:
    random = draws("city areas of buildings")
    table = _buildings().drop(columns=["meter", "factor"])
    folder.csv("buildings.csv", table, BRITISH)
    gross = table.assign(area_m2=(table["area_m2"] * 1.18).round().astype(int))
    folder.csv("buildings_v2.csv", gross, BRITISH)
    folder.csv("buildings_2016.csv", table[table.index % 7 != 3].assign(area_m2=table["area_m2"] - 40), BRITISH)
    built = table[random.random(_COUNT) < 0.35][["building", "area_m2"]].copy()
    built["since"] = pd.Timestamp("2022-01-20") + pd.to_timedelta(random.integers(0, 600, len(built)), unit="D")
    built["area_m2"] = (built["area_m2"] * random.uniform(0.85, 1.4, len(built))).round().astype(int)
    folder.csv("area_changes.csv", built[["building", "since", "area_m2"]].sort_values("since"), OFFICE)
    folder.csv("usage.csv", _usage(), PLAIN)
    folder.readme(
        "Municipal buildings",
        files={
            "buildings.csv": "heated floor area on 1 January 2022, to which figures of energy refer",
            "buildings_v2.csv": "gross floor area, for insurance",
            "buildings_2016.csv": "state of 2016",
            "area_changes.csv": "heated floor area that changed later, and since which day",
            "usage.csv": "first and last day on which a building was closed, let to others or scaffolded",
            "rules/": "rules for key figures; the number stays when a rule gets a new version",
        },
    )
    folder.pdf(
        "rules/EK-2_2017.pdf",
        "EK-2 Key figures of energy",
        [
            "In force for the years since 2017.",
            "The electricity of a building is what it took from the network in the year. It is divided by the heated "
            "floor area at the end of the year.",
        ],
    )
    folder.pdf(
        "rules/EK-2_2022.pdf",
        "EK-2 Key figures of energy, second version",
        [
            "In force for the years since 2022; it takes the place of the version of 2017.",
            "The electricity of a building is what it took from the network in the year, and what its roof made and "
            "did not feed into the network. What chargers of cars took is not its own.",
            "It is divided by the heated floor area. Where the area changed within the year, its mean over the days of "
            "the year counts.",
            "A building that was closed or let on any day of the year has no figure for the year, and does not count "
            "among the buildings of its use. A scaffold makes no difference.",
        ],
    )


DATASETS = (
    Dataset("building_meters", _energy),
    Dataset("municipal_buildings", _register),
)
