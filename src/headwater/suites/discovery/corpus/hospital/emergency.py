"""Simulate emergency departments: two submissions for each month, and ambulance handovers."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, MAINFRAME
from headwater.suites.discovery.corpus.hospital._sites import ACUTE, CODES

_COUNT = 46_000
_ARGO = pd.Timestamp("2023-10-01")
"""The day on which Harbour General began to write UTC."""
_WINTER = pd.Timestamp("2023-10-29 02:00")
"""The time at which the wall clock was put back from summer time to UTC."""
_EXPORT = replace(BRITISH, missing="")
_UNIT = 820
_PASSED_ON = 96


@lru_cache(maxsize=1)
def _attendances() -> pd.DataFrame:
    random = draws("hospital ed")
    minutes = np.sort(random.integers(0, 730 * 1440, _COUNT))
    table = pd.DataFrame({"attendance": 6_000_000 + np.arange(_COUNT)})
    table["arrived"] = pd.Timestamp("2022-01-01") + pd.to_timedelta(minutes, unit="min")
    table["site"] = random.choice(ACUTE, _COUNT, p=[0.31, 0.19, 0.36, 0.14])
    table["triage"] = random.choice([1, 2, 3, 4, 5], _COUNT, p=[0.02, 0.12, 0.41, 0.36, 0.09])
    table["planned"] = (random.random(_COUNT) < 0.06).astype(int)
    winter = 1 + 0.22 * np.cos(2 * np.pi * (table["arrived"].dt.day_of_year - 10) / 365.25)
    pace = table["site"].map({"STB": 1.0, "CAS": 0.86, "HAR": 1.14, "EAS": 0.93}).to_numpy() * winter.to_numpy()
    stay = random.gamma(2.1, 92, _COUNT) * pace * (1.3 - 0.1 * table["triage"].to_numpy())
    stay = np.where(table["planned"] == 1, 45 + 0.2 * stay, stay)
    table["seen"] = table["arrived"] + pd.to_timedelta(np.rint(stay * random.uniform(0.1, 0.6, _COUNT)), unit="min")
    table["left"] = table["arrived"] + pd.to_timedelta(np.rint(stay + 6), unit="min")
    table["outcome"] = random.choice(
        ["home", "admitted", "transferred", "left unseen"], _COUNT, p=[0.62, 0.29, 0.05, 0.04]
    )
    table.loc[table["outcome"] == "left unseen", "seen"] = pd.NaT
    table["late_record"] = random.random(_COUNT) < 0.035
    table["early_left"] = table["left"].where(random.random(_COUNT) > 0.06)
    return table


def _as_written() -> pd.DataFrame:
    """Return attendances with times as in the files; Harbour General has written UTC since October 2023."""
    table = _attendances().copy()
    is_argo = (table["site"] == "HAR") & table["arrived"].between(_ARGO, _WINTER, inclusive="left")
    for name in ("arrived", "seen", "left", "early_left"):
        table[name] = table[name].where(~is_argo, table[name] - pd.Timedelta(hours=1))
    return table.assign(month=_attendances()["arrived"].dt.to_period("M"))


@lru_cache(maxsize=1)
def _unit() -> pd.DataFrame:
    """Return the patients of Harbour General's minor injuries unit. Some were passed on to the emergency department."""
    random = draws("hospital minor injuries")
    days = pd.Timestamp("2023-10-16") + pd.to_timedelta(random.integers(0, 77, _UNIT), unit="D")
    came = days + pd.to_timedelta(np.rint(random.triangular(7 * 60, 18 * 60, 22 * 60, _UNIT)), unit="min")
    stay = np.rint(random.gamma(2.4, 62, _UNIT)) + 8
    table = pd.DataFrame({"came": came, "gone": came + pd.to_timedelta(stay, unit="min")})
    table["seen"] = came + pd.to_timedelta(np.rint(stay * random.uniform(0.1, 0.7, _UNIT)), unit="min")
    table.loc[random.random(_UNIT) < 0.05, "seen"] = pd.NaT
    table["level"] = random.choice([3, 4, 5], _UNIT, p=[0.2, 0.56, 0.24])
    table["visit"] = random.choice(["F", "R"], _UNIT, p=[0.9, 0.1])
    attendances = _attendances()
    may_follow = (
        (attendances["site"] == "HAR") & (attendances["arrived"] >= "2023-10-16 09:00") & (attendances["planned"] == 0)
    )
    follow = attendances[may_follow & attendances["arrived"].dt.hour.between(9, 22)].sample(
        _PASSED_ON, random_state=random
    )
    departed = follow["arrived"] - pd.to_timedelta(random.integers(1, 12, _PASSED_ON), unit="min")
    first = departed - pd.to_timedelta(random.integers(15, 150, _PASSED_ON), unit="min")
    passed = pd.DataFrame({"came": first, "gone": departed, "seen": departed - pd.Timedelta(minutes=10)})
    passed = passed.assign(level=4, visit="F", passed_to=follow["attendance"].astype(str))
    both = pd.concat([table.assign(passed_to=""), passed]).sort_values(["came", "passed_to"], ignore_index=True)
    both.insert(0, "record", [f"Q{at:05d}" for at in range(1, len(both) + 1)])
    return both[["record", "came", "seen", "gone", "level", "visit", "passed_to"]]


def _submissions(folder: Folder) -> None:
    table = _as_written()
    for period, part in table.groupby("month"):
        shared = ["attendance", "site", "arrived", "seen", "left", "triage", "planned", "outcome"]
        early = part[~part["late_record"]].assign(left=part["early_left"])
        stem = f"{period.year}/ed_{period.year}_{period.month:02d}"
        folder.csv(f"{stem}_final.csv", early[shared], _EXPORT)
        folder.csv(f"{stem}_resub.csv", part[shared], _EXPORT)
    unit = _unit()
    folder.csv("2023/quay_2023q4_2.txt", unit, MAINFRAME)
    first = unit[unit["came"] < "2023-12-18"].drop(columns="passed_to")
    folder.csv("2023/quay_2023q4_1.txt", first, MAINFRAME)
    folder.changes(
        [
            ("2023-10-01", "Harbour General has the patient system Argo, which writes UTC."),
            (
                "2023-10-16",
                """The minor injuries unit Quay has opened, on the grounds of Harbour General. It has its own system,
                with a file a quarter, which writes the time of the wall clock.""",
            ),
        ]
    )
    folder.readme(
        "Emergency department submissions",
        f"""Attendances by month of arrival, as sent to the regulator. Sites: {CODES}. A stay is the time from arrived
        to left, and is within the standard if it takes four hours (240 minutes) or less. Attendances with planned = 1
        are planned reviews, which the standard leaves out. Who left unseen has no time of being seen.""",
        """Times are those of the wall clock, which is UTC+1 in summer (in 2023 from 26 March until 29 October, 01:00
        UTC) and UTC in winter; CHANGELOG.md has exceptions. Months, days and hours in publications are those of the
        wall clock. Published figures follow the circulars of the regulator (regulator_circulars) from the days that
        these name; where they say nothing, this page holds.""",
        """Each month is sent twice. The first file goes out on the fifth working day: people who are still there have
        no time of leaving, and records that are typed late are missing. The second one is sent six weeks later and
        replaces the first in all publications.""",
        files={
            "YYYY/ed_YYYY_MM_final.csv": "first file",
            "YYYY/ed_YYYY_MM_resub.csv": "second file",
            "2023/quay_2023q4_N.txt": """first and second file of the unit Quay. level is its triage; visit is F for a
            first visit and R for a planned review. passed_to is the attendance of the department to which a patient was
            passed on. NULL in seen: the patient left unseen""",
        },
    )


def _dashboard(folder: Folder) -> None:
    """Write a dashboard's live view: daily arrivals without planned reviews, with stays capped at 720 minutes."""
    table = _attendances()
    visible = table[~table["late_record"] & (table["planned"] == 0)]
    stay = ((visible["left"] - visible["arrived"]).dt.total_seconds() / 60).clip(upper=720).astype(int)
    daily = visible.assign(day=visible["arrived"].dt.normalize(), minutes=stay, within=(stay <= 240).astype(int))
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
        # From April 2023 on, the ambulances record seconds instead of minutes.
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
