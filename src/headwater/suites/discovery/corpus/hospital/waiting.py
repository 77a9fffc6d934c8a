"""Simulate waiting lists (weekly snapshots and validated monthly ones), and theatre lists with their outcomes."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, MAINFRAME, PLAIN
from headwater.suites.discovery.corpus.hospital._sites import CODES, SPECIALTIES
from headwater.suites.discovery.corpus.hospital._waits import ADULT, validated, waiting_on, whitlock

_APART = pd.Timestamp("2023-11-01")
"""The first day on which the census omits Whitlock Children's."""
_REASONS = {"K1": "no bed", "K2": "no staff", "K3": "patient unfit", "K4": "patient did not come", "K5": "equipment"}
_NEW_REASONS = {"K1": "H-11", "K2": "H-12", "K3": "P-21", "K4": "P-22", "K5": "H-13"}


def _lists(folder: Folder) -> None:
    for day in pd.date_range("2022-07-03", "2023-12-31", freq="W-SUN"):
        year, week, _ = day.isocalendar()
        folder.csv(f"weekly/wl_{year}w{week:02d}.csv", waiting_on(day, is_validated=False), BRITISH)
    for number, day in enumerate(pd.date_range("2022-07-31", "2023-12-31", freq="ME"), start=16):
        rows = validated(day)
        if day >= _APART:
            rows = rows[rows["site"] != "WHI"]
            folder.csv(f"census/whitlock_{day.year}_{day.month:02d}.txt", whitlock(day), MAINFRAME)
        folder.parquet(f"census/census_{number:03d}.parquet", rows.reset_index(drop=True).assign(census_day=day))
    folder.changes(
        [
            (
                "2023-11-01",
                """Whitlock Children's left the common booking system. The return of the group is the census and
                the file of Whitlock of the same day; no pathway is in both.""",
            ),
            (
                "2024-02-05",
                """Castle Row, returns of May to December 2023: the gateway for referrals had dated them late. Clocks
                that the census has as started there from 15 May to 14 August 2023 started 14 days before that. The
                files stay as they were sent.""",
            ),
        ]
    )
    folder.readme(
        "Waiting lists",
        f"""Pathways that wait for treatment. Sites: {CODES}. The wait of a pathway is the number of days from
        clock_start to the day of the list; more than 52 weeks is more than 364 days. Errors that were found later are
        in CHANGELOG.md, pauses and transfers in the register of pathways (pathway_register). Circulars of the regulator
        (regulator_circulars) say what a return states.""",
        files={
            "weekly/": """Sundays, straight from the booking system: clocks that were stopped late and doubles are in
            them, and clocks that began anew have their first start""",
            "census/": """the last day of each month, after validation, for statements and returns; census_day has the
            day, the number in the name is that of the return""",
            "census/whitlock_YYYY_MM.txt": """the last day of the month, at Whitlock Children's; clock is the start of
            the clock, code the specialty by the regulator's codes""",
        },
    )


@lru_cache(maxsize=1)
def _operations() -> pd.DataFrame:
    random = draws("hospital theatre")
    count = 15_000
    table = pd.DataFrame({"operation": 80_000 + np.arange(count)})
    table["day"] = pd.Timestamp("2022-01-03") + pd.to_timedelta(np.sort(random.integers(0, 725, count)), unit="D")
    table["site"] = random.choice(ADULT, count)
    table["specialty"] = random.choice(SPECIALTIES, count, p=[0.1, 0.05, 0.33, 0.04, 0.3, 0.18])
    table["planned_minutes"] = random.choice([45, 60, 90, 120, 180], count, p=[0.2, 0.3, 0.27, 0.15, 0.08])
    table["actual_minutes"] = np.rint(table["planned_minutes"] * random.normal(1.06, 0.2, count)).astype(int)
    cancelled = random.random(count) < 0.085
    table["reason"] = np.where(cancelled, random.choice(list(_REASONS), count, p=[0.3, 0.22, 0.21, 0.16, 0.11]), "")
    table["notice_days"] = np.where(cancelled, random.choice([0, 0, 0, 1, 2, 5], count), -1)
    return table


def _theatre(folder: Folder) -> None:
    table = _operations()
    coded = table["reason"].where(table["day"] < "2023-04-01", table["reason"].map({"": "", **_NEW_REASONS}))
    for period, part in table.assign(reason=coded).groupby(table["day"].dt.to_period("M")):
        plan = part[["operation", "day", "site", "specialty", "planned_minutes"]]
        folder.csv(f"plan/plan_{period}.txt", plan, MAINFRAME)
        done = part.rename(columns={"reason": "cancel_code"}).drop(columns="planned_minutes")
        done["actual_minutes"] = done["actual_minutes"].where(done["cancel_code"] == "").astype("float64")
        folder.csv(f"log/log_{period}.csv", done, PLAIN)
    folder.readme(
        "Operating theatres",
        """What was planned on the evening before (plan) and what became of it (log). An operation that was cancelled
        has a cancel_code and no actual minutes; notice_days tells how many days before its day it was cancelled, 0
        being the day itself, and is -1 for operations that took place. Codes changed on 1 April 2023.""",
    )


def _reasons(folder: Folder) -> None:
    rows = [(_NEW_REASONS[code], code, name, "hospital" if _NEW_REASONS[code][0] == "H" else "patient")
            for code, name in _REASONS.items()]  # fmt: skip
    table = pd.DataFrame(rows, columns=["code", "old_code", "reason", "side"])
    folder.csv("cancel_codes.csv", table)
    folder.csv("cancel_codes_v2.csv", table.assign(side=["patient", "hospital", "hospital", "patient", "hospital"]))
    folder.readme(
        "Codes of cancellations",
        """side: who caused the cancellation. cancel_codes.csv is in force; v2 was a draft of a working
        group and was rejected.""",
    )


DATASETS = (
    Dataset("waiting_lists", _lists),
    Dataset("operating_theatres", _theatre),
    Dataset("cancellation_codes", _reasons),
)
