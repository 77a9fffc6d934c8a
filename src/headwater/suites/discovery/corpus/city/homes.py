"""Rents of a survey and of advertisements, and what municipal buildings use."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, OFFICE
from headwater.suites.discovery.corpus.city._places import DISTRICTS

_FORMS = ("school", "day nursery", "office", "fire station", "library", "sports hall")


def _survey(year: int, level: float, count: int, topic: str) -> pd.DataFrame:
    random = draws(f"city rents {topic} {year}")
    table = pd.DataFrame({"dwelling": np.arange(1, count + 1), "district": random.choice(DISTRICTS, count)})
    table["built"] = random.choice(
        ["before 1949", "1949-1978", "1979-2001", "since 2002"], count, p=[0.26, 0.38, 0.2, 0.16]
    )
    table["area_m2"] = np.round(random.normal(68, 19, count).clip(22, 160), 1)
    place = table["district"].map(dict(zip(DISTRICTS, np.linspace(1.18, 0.86, len(DISTRICTS)), strict=True)))
    age = table["built"].map({"before 1949": 1.02, "1949-1978": 0.93, "1979-2001": 1.0, "since 2002": 1.24})
    per_meter = level * place * age * np.exp(random.normal(0, 0.13, count))
    table["net_rent"] = np.round(per_meter * table["area_m2"], 2)
    table["gross_rent"] = np.round(table["net_rent"] + table["area_m2"] * random.normal(2.6, 0.3, count), 2)
    table["weight"] = np.round(random.gamma(9, 1.6, count), 3)
    return table


def _rents(folder: Folder) -> None:
    for year, level, letters in ((2019, 8.2, "ab"), (2021, 8.9, "ba"), (2023, 9.8, "ab")):
        tenants = _survey(year, level, 3200, "tenants")
        adverts = _survey(year, level * 1.27, 5100, "adverts").assign(weight=1.0)
        folder.parquet(f"{year}/sample_{letters[0]}.parquet", tenants)
        folder.parquet(f"{year}/sample_{letters[1]}.parquet", adverts)
        means = tenants.assign(r=tenants["gross_rent"] / tenants["area_m2"]).groupby("district")["r"].mean().round(2)
        folder.csv(f"{year}/table_final.csv", means.rename("eur_per_m2").reset_index(), OFFICE)
        folder.text(
            f"{year}/notes.md",
            f"# Rents {year}\n\n- sample_{letters[0]}: survey of tenants, existing contracts; weighted\n"
            f"- sample_{letters[1]}: advertisements of portals, asking rents; each weight is 1\n"
            "- table_final.csv: press table, unweighted means of rents with running costs\n",
        )
    folder.readme(
        "Rents",
        """Samples of dwellings for the rent index. net_rent is without running costs, gross_rent with them, in EUR a
        month. Statements on the city are weighted: the sum of weight times rent over the sum of weight times area.
        notes.md of each year says which sample is which.""",
    )


@lru_cache(maxsize=1)
def _buildings() -> pd.DataFrame:
    random = draws("city buildings")
    count = 60
    table = pd.DataFrame({"building": np.char.add("G", (300 + np.arange(count)).astype(str))})
    table["use"] = random.choice(_FORMS, count, p=[0.36, 0.2, 0.14, 0.08, 0.1, 0.12])
    table["district"] = random.choice(DISTRICTS, count)
    table["area_m2"] = (random.gamma(4, 700, count) + 400).round().astype(int)
    table["meter"] = 88_000 + 3 * np.arange(count)
    table["factor"] = random.choice([1, 20, 40], count, p=[0.5, 0.3, 0.2])
    return table


@lru_cache(maxsize=1)
def _readings() -> pd.DataFrame:
    """Return readings of meters on the first of each month; a meter that was changed begins anew."""
    random = draws("city meters")
    days = pd.date_range("2021-01-01", "2024-01-01", freq="MS")
    rows = []
    for building in _buildings().itertuples():
        month = (building.area_m2 * 3.1 * (1 + 0.35 * np.cos(2 * np.pi * (days.month - 1) / 12))) / building.factor
        used = np.rint(month * random.normal(1, 0.06, len(days))).astype(int)
        index = int(random.integers(1000, 90_000)) + np.concatenate([[0], np.cumsum(used[:-1])])
        meter = np.full(len(days), building.meter)
        old_end = np.full(len(days), np.nan)
        if random.random() < 0.3:
            at = int(random.integers(6, 34))
            part = round(int(used[at - 1]) * 0.4)
            old_end[at] = index[at - 1] + part
            index = np.concatenate([index[:at], index[at:] - index[at - 1] - part])
            meter[at:] += 1
        rows.append(
            pd.DataFrame(
                {"meter": meter, "day": days, "reading": index, "removed_at": old_end, "building": building.building}
            )
        )
    return pd.concat(rows, ignore_index=True)


def _energy(folder: Folder) -> None:
    readings = _readings()
    for year in (2021, 2022, 2023):
        part = readings[readings["day"].between(f"{year}-01-01", f"{year + 1}-01-01")]
        folder.csv(f"readings_{year}.csv", part.rename(columns={"removed_at": "last_of_old_meter"}), OFFICE)
    wide = readings.pivot_table("reading", "building", "day").round().astype(int)
    wide.columns = [f"{column:%Y-%m}" for column in wide.columns]
    folder.xlsx("all_readings.xlsx", {"readings": wide.reset_index()}, ("Meter readings, not consumption",))
    factors = _buildings()[["building", "meter", "factor"]]
    folder.csv("meters.csv", factors)
    folder.csv("meters_2019.csv", factors.assign(factor=1))
    folder.readme(
        "Electricity meters of municipal buildings",
        """Readings on the first of each month. Consumption between two readings is their difference times the factor of
        the meter, in kWh. Where a meter was changed since the reading before, last_of_old_meter has the last reading
        of the old one; the new one began at 0 and has the same factor. Its number is one higher than that of the old
        one; meters.csv has the number of the first meter of each building.""",
        files={
            "readings_YYYY.csv": "readings from 1 January to 1 January of the next year",
            "meters.csv": "factors by building",
            "meters_2019.csv": "before the transformers were measured; all factors are 1",
            "all_readings.xlsx": "an overview without changes of meters",
        },
    )


def _register(folder: Folder) -> None:
    table = _buildings().drop(columns=["meter", "factor"])
    folder.csv("buildings.csv", table, BRITISH)
    gross = table.assign(area_m2=(table["area_m2"] * 1.18).round().astype(int))
    folder.csv("buildings_v2.csv", gross, BRITISH)
    folder.csv("buildings_2016.csv", table[table.index % 7 != 3].assign(area_m2=table["area_m2"] - 40), BRITISH)
    folder.readme(
        "Municipal buildings",
        files={
            "buildings.csv": "heated floor area, to which figures of energy refer",
            "buildings_v2.csv": "gross floor area, for insurance",
            "buildings_2016.csv": "state of 2016",
        },
    )


DATASETS = (
    Dataset("rent_samples", _rents),
    Dataset("building_meters", _energy),
    Dataset("municipal_buildings", _register),
)
