"""Simulate supply interruptions, the affected customers, and days excluded from statistics."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, PLAIN
from headwater.suites.discovery.corpus.grid._regions import CODES, CUSTOMERS

_COUNT = 7200
_STORMS = ("2022-02-18", "2022-02-19", "2023-01-30", "2023-10-20", "2023-10-21", "2023-12-22")
_DRAFT = (*_STORMS[:3], "2023-03-11", "2023-08-02")


@lru_cache(maxsize=1)
def _outages() -> pd.DataFrame:
    random = draws("grid outages")
    days = pd.Timestamp("2022-01-01") + pd.to_timedelta(random.integers(0, 730, _COUNT), unit="D")
    storm = pd.to_datetime(random.choice(_STORMS, _COUNT))
    day = np.where(random.random(_COUNT) < 0.09, storm, days)
    table = pd.DataFrame(
        {"began": pd.DatetimeIndex(day) + pd.to_timedelta(random.integers(0, 1440, _COUNT), unit="min")}
    )
    table["began"] = table["began"].astype("datetime64[s]")
    table = table.sort_values("began", ignore_index=True)
    table.insert(0, "outage", 510_000 + np.arange(_COUNT))
    table["region"] = random.choice(list(CUSTOMERS), _COUNT, p=[0.2, 0.24, 0.2, 0.16, 0.2])
    table["cause"] = random.choice(
        ["weather", "equipment", "third party", "planned work"], _COUNT, p=[0.3, 0.28, 0.17, 0.25]
    )
    is_storm = table["began"].dt.strftime("%Y-%m-%d").isin(_STORMS).to_numpy()
    table["customers"] = np.rint(np.exp(random.normal(4.3, 1.2, _COUNT)) * np.where(is_storm, 4, 1)).astype(int) + 1
    minutes = np.rint(np.exp(random.normal(3.9, 0.9, _COUNT)) * np.where(is_storm, 3, 1)).astype(int) + 1
    table["restored"] = table["began"] + pd.to_timedelta(minutes, unit="min")
    table["first_customers"] = np.where(
        random.random(_COUNT) < 0.2, (table["customers"] * 1.3).astype(int) + 1, table["customers"]
    )
    return table


def _log(folder: Folder) -> None:
    table = _outages()
    for period, part in table.groupby(table["began"].dt.to_period("M")):
        early = part.drop(columns="customers").rename(columns={"first_customers": "customers"})
        folder.jsonl(f"live/outages_{period}.jsonl", early)
        checked = part.drop(columns="first_customers")
        folder.csv(f"regulator/RI_{period.year}_{period.month:02d}.csv", checked, BRITISH)
    folder.readme(
        "Interruptions of supply",
        f"""Regions: {CODES}. live/ has what the control room wrote while it lasted, with first guesses of the
        customers hit; regulator/ has what was checked and reported. Interruptions of three minutes or less do not
        count. SAIDI is the sum of customers times minutes, divided by the customers served at the end of the year
        before; it leaves out planned work and interruptions that began on a day of force majeure.""",
    )


def _majeure(folder: Folder) -> None:
    folder.csv("force_majeure.csv", pd.DataFrame({"day": _STORMS}), PLAIN)
    folder.csv("force_majeure_claimed.csv", pd.DataFrame({"day": sorted({*_STORMS, *_DRAFT})}), PLAIN)
    folder.csv("force_majeure_2023_draft.csv", pd.DataFrame({"day": _DRAFT}), PLAIN)
    folder.readme(
        "Days of force majeure",
        """force_majeure.csv: accepted by the regulator. The claimed list is what the company had asked
        for, the draft an early state of it.""",
    )


def _served(folder: Folder) -> None:
    random = draws("grid customers")
    rows = []
    for year in range(2018, 2024):
        for region, count in CUSTOMERS.items():
            points = round(count * 1.008 ** (year - 2022) * float(random.normal(1, 0.002)))
            rows.append((year, region, points, round(points * 1.11)))
    table = pd.DataFrame(rows, columns=["year", "region", "customers", "points"])
    for year, part in table.groupby("year"):
        folder.csv(f"served_{year}.csv", part[["region", "customers"]], PLAIN)
        folder.csv(f"served_{year}_all.csv", part[["region", "points"]].rename(columns={"points": "customers"}), PLAIN)
    folder.readme(
        "Customers served",
        """Customers by region on 31 December. Files that end in `_all` count metering points, with those
        of feed-in plants and of empty flats.""",
    )


DATASETS = (
    Dataset("supply_interruptions", _log),
    Dataset("force_majeure", _majeure),
    Dataset("customers_served", _served),
)
