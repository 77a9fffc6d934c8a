"""Simulate inpatient stays: episodes under one consultant, spells in hospital, and the bed census."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, PLAIN, UNICODE_TEXT
from headwater.suites.discovery.corpus.hospital._sites import BEDS, CODES, SITES, SPECIALTIES

_COUNT = 21_000
_YEARS = (2021, 2022, 2023)
_WARDS = ("A", "B", "C", "D")
_TRIM = 14


@lru_cache(maxsize=1)
def _spells() -> pd.DataFrame:
    random = draws("hospital spells")
    codes = list(SITES)
    table = pd.DataFrame({"spell": 300_000 + np.arange(_COUNT)})
    table["patient"] = random.integers(10_000, 22_500, _COUNT)
    table["admitted"] = pd.Timestamp("2021-01-01") + pd.to_timedelta(
        np.sort(random.integers(0, 1080, _COUNT)), unit="D"
    )
    table["site"] = random.choice(codes, _COUNT, p=[0.26, 0.17, 0.32, 0.12, 0.08, 0.05])
    table["specialty"] = random.choice(SPECIALTIES, _COUNT, p=[0.14, 0.26, 0.18, 0.16, 0.17, 0.09])
    table["method"] = random.choice(["emergency", "elective", "transfer"], _COUNT, p=[0.56, 0.38, 0.06])
    long = table["specialty"].map(dict(zip(SPECIALTIES, (4.1, 5.6, 4.4, 9.8, 5.2, 2.9), strict=True))).to_numpy()
    nights = np.floor(random.gamma(1.25, 0.8, _COUNT) * long * np.where(table["method"] == "elective", 0.7, 1.1))
    table["discharged"] = table["admitted"] + pd.to_timedelta(nights, unit="D")
    table["died"] = (random.random(_COUNT) < 0.021).astype(int)
    all_stays = pd.concat([table, _returns(table)]).sort_values(["admitted", "patient"], ignore_index=True)
    all_stays["spell"] = 300_000 + np.arange(len(all_stays))
    return all_stays[all_stays["discharged"] < "2024-01-01"].reset_index(drop=True)


def _returns(spells: pd.DataFrame) -> pd.DataFrame:
    """Return the spells of readmitted patients, most of them emergencies at the same site."""
    random = draws("hospital returns")
    back = spells[(spells["died"] == 0) & (random.random(len(spells)) < 0.13)].copy()
    count = len(back)
    back["admitted"] = back["discharged"] + pd.to_timedelta(random.gamma(1.4, 14, count).round(), unit="D")
    back["discharged"] = back["admitted"] + pd.to_timedelta(random.geometric(0.2, count), unit="D")
    back["method"] = np.where(random.random(count) < 0.8, "emergency", "elective")
    back["site"] = np.where(random.random(count) < 0.75, back["site"], random.choice(list(SITES)[:4], count))
    return back


@lru_cache(maxsize=1)
def _episodes() -> pd.DataFrame:
    """Return one row for each consultant that a patient had during a spell."""
    spells = _spells()
    random = draws("hospital episodes")
    nights = (spells["discharged"] - spells["admitted"]).dt.days
    first = spells.assign(episode=1, began=spells["admitted"], ended=spells["discharged"])
    split = (nights >= 3) & (random.random(len(spells)) < 0.3)
    at = (nights * random.uniform(0.25, 0.75, len(spells))).round()
    change = spells["admitted"] + pd.to_timedelta(at, unit="D")
    first["ended"] = first["ended"].where(~split, change)
    second = spells[split].assign(episode=2, began=change[split], ended=spells["discharged"][split])
    second["specialty"] = random.choice(SPECIALTIES, len(second))
    both = pd.concat([first, second]).sort_values(["spell", "episode"], ignore_index=True)
    return both.drop(columns=["admitted", "discharged"])


def _activity(folder: Folder) -> None:
    spells, episodes = _spells(), _episodes()
    for year in _YEARS:
        folder.parquet(f"episodes_{year}.parquet", episodes[episodes["ended"].dt.year == year])
        folder.parquet(f"spells_{year}.parquet", spells[spells["discharged"].dt.year == year])
        begun = spells[spells["admitted"].dt.year == year]
        folder.parquet(f"spells_{year}_full.parquet", begun[begun["discharged"].dt.year == year])
        april = pd.Timestamp(f"{year}-04-01")
        fiscal = spells[spells["discharged"].between(april, april + pd.DateOffset(years=1, days=-1))]
        trimmed = fiscal[["admitted", "discharged"]].assign(limit=fiscal["admitted"] + pd.Timedelta(days=_TRIM))
        paid = fiscal.assign(discharged=trimmed[["discharged", "limit"]].min(axis=1))
        folder.parquet(f"spells_{year}_fy.parquet", paid)
    for site, part in spells.groupby("site"):
        for year in _YEARS:
            rows = part[(part["admitted"].dt.year == year) & (part["discharged"].dt.year == year)]
            folder.csv(f"by_site/{site}_{year}.csv", rows.drop(columns="patient"), BRITISH)
    folder.readme(
        "Inpatient activity",
        f"""Sites: {CODES}. A spell is a stay in one hospital from admission to discharge; an episode is the part of it
        under one consultant. Statements on stays count spells in the year of discharge. The specialty of a spell is
        that of its first episode. A readmission is an emergency admission of the same patient, to any site, on the day
        of discharge or within 30 days after it. The length of stay is the number of nights: the day of discharge less
        that of admission.""",
        files={
            "episodes_YYYY.parquet": "episodes that ended in the calendar year",
            "spells_YYYY.parquet": "spells with discharge in the calendar year",
            "spells_YYYY_full.parquet": "spells with admission in the calendar year that were over at its end",
            "spells_YYYY_fy.parquet": f"""spells with discharge in the financial year that begins on 1 April, for the
            payers: stays are cut at {_TRIM} nights""",
            "by_site/": "the same as the full files for each site, without patients",
        },
    )


@lru_cache(maxsize=2)
def _census(hour: int) -> pd.DataFrame:
    """Return the number of occupied beds by day, site and ward."""
    random = draws("hospital census")
    days = pd.date_range("2021-01-01", "2023-12-31", freq="D")
    parts = []
    for site, beds in BEDS.items():
        wave = 1 + 0.06 * np.cos(2 * np.pi * (days.day_of_year.to_numpy() - 20) / 365.25)
        load = 0.88 * wave * np.where(days.day_of_week.to_numpy() >= 5, 0.93, 1.0)
        for ward, share in zip(_WARDS, (0.32, 0.28, 0.22, 0.18), strict=True):
            midnight = np.rint(beds * share * load * random.normal(1, 0.035, len(days))).astype(int)
            noon = midnight + random.poisson(beds * share * 0.07, len(days))
            parts.append(
                pd.DataFrame({"day": days, "site": site, "ward": ward, "patients": noon if hour else midnight})
            )
    return pd.concat(parts, ignore_index=True)


def _beds(folder: Folder) -> None:
    for hour, name in ((0, "census_{site}_{year}.csv"), (12, "census_{site}_{year}_b.csv")):
        table = _census(hour)
        for (site, year), part in table.groupby(["site", table["day"].dt.year]):
            folder.csv(
                name.format(site=site, year=year), part.drop(columns="site"), PLAIN if hour == 0 else UNICODE_TEXT
            )
    folder.readme(
        "Census of beds",
        f"Patients in bed by day and ward (A to D). Sites: {CODES}.",
        files={
            "census_SITE_YYYY.csv": "at midnight at the end of the day; occupancy refers to it",
            "census_SITE_YYYY_b.csv": "at noon, when patients who leave and patients who come overlap",
        },
    )


def _bed_base(folder: Folder) -> None:
    random = draws("hospital beds")
    rows = []
    for site, beds in BEDS.items():
        for ward, share in zip(_WARDS, (0.32, 0.28, 0.22, 0.18), strict=True):
            funded = round(beds * share)
            starts = ["2021-01-01", *sorted(f"{year}-{int(random.integers(2, 12)):02d}-01" for year in (2022, 2023))]
            for start in starts:
                staffed = funded - int(random.integers(0, max(2, funded // 9)))
                rows.append((site, ward, start, staffed, funded))
    table = pd.DataFrame(rows, columns=["site", "ward", "valid_from", "staffed", "funded"])
    folder.csv("bed_register.csv", table.drop(columns="funded").rename(columns={"staffed": "beds"}))
    folder.csv("bed_register_final.csv", table.drop(columns="staffed").rename(columns={"funded": "beds"}))
    early = table[table["valid_from"] < "2022-06-01"].drop(columns="funded").rename(columns={"staffed": "beds"})
    folder.csv("bed_register_2022.csv", early)
    folder.readme(
        "Register of beds",
        """Beds by ward; a row holds from its first day until the day before the next row of the ward.""",
        files={
            "bed_register.csv": "staffed beds; occupancy is patients divided by staffed beds",
            "bed_register_final.csv": "funded beds, for the budget",
            "bed_register_2022.csv": "staffed beds, state of June 2022, without later changes",
        },
    )


DATASETS = (
    Dataset("inpatient_activity", _activity),
    Dataset("bed_census", _beds),
    Dataset("bed_register", _bed_base),
)
