"""Simulate print jobs at release stations since December 2022, the stations' locations, and refunds."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, MAINFRAME, OFFICE, PLAIN

_PLACES = ("Central", "Law", "Science", "Medicine")
_SHARES = (0.35, 0.27, 0.2, 0.18)
_STATIONS = 20
_MONTHS = pd.period_range("2022-12", "2023-06", freq="M")
_JOBS = 7200
_ACCOUNTS = ("student", "doctoral", "staff", "exam office")
_BOTH = pd.Timestamp("2023-01-16"), pd.Timestamp("2023-01-21")
"""The days whose jobs both January deliveries contain."""


@lru_cache(maxsize=1)
def _stations() -> pd.DataFrame:
    """Return each station's locations, with its first day at each. Some stations moved."""
    random = draws("university release stations")
    names = [f"R{at:02d}" for at in range(1, _STATIONS + 1)]
    table = pd.DataFrame({"station": names, "place": random.choice(_PLACES, _STATIONS, p=_SHARES)})
    table["since"] = pd.Timestamp("2022-12-01")
    moved = table.iloc[::3].copy()
    moved["since"] = pd.Timestamp("2023-01-04") + pd.to_timedelta(random.integers(0, 45, len(moved)), unit="D")
    other = {"Central": "Law", "Law": "Science", "Science": "Law", "Medicine": "Central"}
    moved["place"] = moved["place"].map(other)
    return pd.concat([table, moved]).sort_values(["station", "since"], ignore_index=True)


@lru_cache(maxsize=1)
def _jobs() -> pd.DataFrame:
    random = draws("university release jobs")
    parts = []
    for period in _MONTHS:
        minutes = np.sort(random.integers(0, period.days_in_month * 1440, _JOBS))
        table = pd.DataFrame({"printed": period.start_time + pd.to_timedelta(minutes, unit="min")})
        table["station"] = random.choice(_stations()["station"].unique(), _JOBS)
        table["account"] = random.choice(_ACCOUNTS, _JOBS, p=[0.78, 0.1, 0.09, 0.03])
        is_exam = table["account"] == "exam office"
        table["sheets"] = random.geometric(0.14, _JOBS) * np.where(is_exam, 4, 1)
        table["sides"] = np.where(random.random(_JOBS) < 0.6, table["sheets"] * 2, table["sheets"])
        parts.append(table)
    jobs = pd.concat(parts, ignore_index=True)
    jobs.insert(0, "job", np.arange(len(jobs)) + 500_001)
    jobs["refund"] = random.random(len(jobs)) < 0.045
    return jobs


def _releases(folder: Folder) -> None:
    random = draws("university release deliveries")
    table = _jobs()
    for period, part in table.groupby(table["printed"].dt.to_period("M")):
        rows = part.drop(columns="refund")
        if str(period) != "2023-01":
            folder.csv(f"jobs_{period}.csv", rows, BRITISH)
            continue
        early = rows[rows["printed"] < _BOTH[1]].copy()
        is_early = early["printed"] >= _BOTH[0]
        more = random.integers(0, 6, len(early)) * is_early
        early["sheets"] += more
        early["sides"] += more
        folder.csv("jobs_2023-01_a.csv", early, BRITISH)
        folder.csv("jobs_2023-01_b.csv", rows[rows["printed"] >= _BOTH[0]], BRITISH)
    refunds = table[table["refund"]][["job", "printed"]].copy()
    refunds["refunded"] = refunds["printed"].dt.normalize() + pd.to_timedelta(
        random.integers(1, 70, len(refunds)), unit="D"
    )
    refunds = refunds.drop(columns="printed").sort_values(["refunded", "job"])
    folder.csv("refunds.txt", refunds, MAINFRAME)
    folder.csv("refunds_march.txt", refunds[refunds["refunded"] < "2023-03-01"], MAINFRAME)
    folder.csv("stations.csv", _stations(), OFFICE)
    folder.csv("stations_2022.csv", _stations()[_stations()["since"] < "2023-01-01"], OFFICE)
    count = table.groupby([table["printed"].dt.to_period("M").astype(str).rename("month"), "station"])["sides"].sum()
    folder.csv("counters/sides.csv", count.reset_index(), PLAIN)
    folder.readme(
        "Release stations",
        """Since December 2022, jobs can also be printed at stations of the new system, which no other file has. A row
        is a job: how many sheets it took, and how many sides it had. What counts as printing of students is settled in
        SR 33 of the senate (senate_rules).""",
        files={
            "jobs_YYYY-MM.csv": "jobs of a month",
            "jobs_2023-01_a.csv": """first delivery of January, from the 1st to the 20th. From the 16th on, its numbers
            had not been settled""",
            "jobs_2023-01_b.csv": "second delivery of January, from the 16th to the 31st; it holds for these days",
            "stations.csv": "where each station is, with the first day; until the next row of the station",
            "stations_2022.csv": "the same, on 31 December 2022",
            "refunds.txt": """jobs that were refunded until the end of the summer since the paper came out blank; they
            are no printing""",
            "refunds_march.txt": "the same, on 1 March 2023",
            "counters/": "counters of sides, by station",
        },
    )


DATASETS = (Dataset("print_release", _releases),)
