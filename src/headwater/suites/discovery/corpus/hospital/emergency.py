"""Emergency departments: what was submitted each month, twice, and handovers by ambulances."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, MAINFRAME
from headwater.suites.discovery.corpus.hospital._sites import ACUTE, CODES

_COUNT = 46_000


@lru_cache(maxsize=1)
def _attendances() -> pd.DataFrame:
    random = draws("hospital ed")
    minutes = np.sort(random.integers(0, 730 * 1440, _COUNT))
    table = pd.DataFrame({"attendance": 6_000_000 + np.arange(_COUNT)})
    table["arrived"] = pd.Timestamp("2022-01-01") + pd.to_timedelta(minutes, unit="min")
    table["site"] = random.choice(ACUTE, _COUNT, p=[0.31, 0.19, 0.36, 0.14])
    table["triage"] = random.choice([1, 2, 3, 4, 5], _COUNT, p=[0.02, 0.12, 0.41, 0.36, 0.09])
    table["planned"] = (random.random(_COUNT) < 0.06).astype(int)
    winter = 1 + 0.22 * np.cos(2 * np.pi * (table["arrived"].dt.dayofyear - 10) / 365.25)
    pace = table["site"].map({"STB": 1.0, "CAS": 0.86, "HAR": 1.14, "EAS": 0.93}).to_numpy() * winter.to_numpy()
    stay = random.gamma(2.1, 92, _COUNT) * pace * (1.3 - 0.1 * table["triage"].to_numpy())
    stay = np.where(table["planned"] == 1, 45 + 0.2 * stay, stay)
    table["seen"] = table["arrived"] + pd.to_timedelta(np.rint(stay * random.uniform(0.1, 0.6, _COUNT)), unit="min")
    table["left"] = table["arrived"] + pd.to_timedelta(np.rint(stay + 6), unit="min")
    table["outcome"] = random.choice(
        ["home", "admitted", "transferred", "left unseen"], _COUNT, p=[0.62, 0.29, 0.05, 0.04]
    )
    table["late_record"] = random.random(_COUNT) < 0.035
    table["early_left"] = table["left"].where(random.random(_COUNT) > 0.06)
    return table


def _submissions(folder: Folder) -> None:
    table = _attendances()
    for period, part in table.groupby(table["arrived"].dt.to_period("M")):
        shared = ["attendance", "site", "arrived", "seen", "left", "triage", "planned", "outcome"]
        early = part[~part["late_record"]].assign(left=part["early_left"])
        stem = f"{period.year}/ed_{period.year}_{period.month:02d}"
        folder.csv(f"{stem}_final.csv", early[shared], BRITISH)
        folder.csv(f"{stem}_resub.csv", part[shared], BRITISH)
    folder.readme(
        "Emergency department submissions",
        f"""Attendances by month of arrival, as sent to the regulator. Sites: {CODES}. A stay is the time from arrived
        to left, and is within the standard if it takes four hours (240 minutes) or less. Attendances with planned = 1
        are planned reviews, which the standard leaves out.""",
        """Each month is sent twice. The first file goes out on the fifth working day: people who are still there have
        no time of leaving, and records that are typed late are missing. The second one is sent six weeks later and
        replaces the first in all publications.""",
        files={"YYYY/ed_YYYY_MM_final.csv": "first file", "YYYY/ed_YYYY_MM_resub.csv": "second file"},
    )


def _dashboard(folder: Folder) -> None:
    """Write the live view of a dashboard: arrivals of a day, without planned reviews, cut at 720 minutes."""
    table = _attendances()
    seen = table[~table["late_record"] & (table["planned"] == 0)]
    stay = ((seen["left"] - seen["arrived"]).dt.total_seconds() / 60).clip(upper=720).astype(int)
    daily = seen.assign(day=seen["arrived"].dt.normalize(), minutes=stay, within=(stay <= 240).astype(int))
    for year, part in daily.groupby(daily["day"].dt.year):
        sums = part.groupby(["day", "site"])[["minutes", "within"]].agg({"minutes": "mean", "within": ["sum", "count"]})
        sums.columns = ["mean_minutes", "within_4h", "attendances"]
        folder.parquet(f"ed_daily_{year}.parquet", sums.round(1).reset_index())
        folder.jsonl(f"ed_daily_{year}.jsonl", sums.round(1).reset_index())
    folder.readme(
        "Dashboard of the emergency departments",
        "Live figures at midnight; late records never reach it. Not for reporting.",
    )


def _ambulances(folder: Folder) -> None:
    random = draws("hospital ambulances")
    for period in pd.period_range("2022-01", "2023-12", freq="M"):
        count = int(random.poisson(900))
        minutes = np.sort(random.integers(0, period.days_in_month * 1440, count))
        table = pd.DataFrame({"arrived": period.start_time + pd.to_timedelta(minutes, unit="min")})
        table["site"] = random.choice(ACUTE, count, p=[0.3, 0.18, 0.38, 0.14])
        wait = np.rint(random.gamma(2.0, 11.5, count) * 60).astype(int)
        # The clocks in the vehicles changed from minutes to seconds.
        table["handover"] = wait if period >= pd.Period("2023-04") else np.rint(wait / 60).astype(int)
        table["clear"] = table["handover"] + (900 if period >= pd.Period("2023-04") else 15)
        folder.csv(f"handover_{period.year}{period.month:02d}.txt", table, MAINFRAME)
    folder.readme(
        "Ambulance handovers",
        """Time from the arrival of the ambulance until the patient is handed over, and until the crew is clear again.
        Until March 2023 in minutes; since April 2023 in seconds.""",
    )


DATASETS = (
    Dataset("ed_submissions", _submissions),
    Dataset("ed_dashboard", _dashboard),
    Dataset("ambulance_handovers", _ambulances),
)
