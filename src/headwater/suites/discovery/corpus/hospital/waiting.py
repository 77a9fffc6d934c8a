"""Waiting lists: a snapshot a week, validated ones a month; theatre lists and what became of them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, MAINFRAME, PLAIN
from headwater.suites.discovery.corpus.hospital._sites import CODES, SITES, SPECIALTIES

_COUNT = 7000
_ADULT = tuple(site for site in SITES if site != "FEN")
_REASONS = {"K1": "no bed", "K2": "no staff", "K3": "patient unfit", "K4": "patient did not come", "K5": "equipment"}
_NEW_REASONS = {"K1": "H-11", "K2": "H-12", "K3": "P-21", "K4": "P-22", "K5": "H-13"}


@lru_cache(maxsize=1)
def _pathways() -> pd.DataFrame:
    random = draws("hospital waiting")
    table = pd.DataFrame({"pathway": np.char.add("RTT", (40_000 + np.arange(_COUNT)).astype(str))})
    table["referred"] = pd.Timestamp("2021-03-01") + pd.to_timedelta(
        np.sort(random.integers(0, 1000, _COUNT)), unit="D"
    )
    table["site"] = random.choice(_ADULT, _COUNT)
    table["specialty"] = random.choice(SPECIALTIES, _COUNT)
    table["treated"] = table["referred"] + pd.to_timedelta(random.gamma(1.6, 115, _COUNT).round(), unit="D")
    # A new clock begins when a patient declines twice.
    table["reset"] = table["referred"] + pd.to_timedelta(random.integers(60, 300, _COUNT), unit="D")
    table.loc[random.random(_COUNT) > 0.08, "reset"] = pd.NaT
    table["twice"] = random.random(_COUNT) < 0.04
    table["late_stop"] = random.random(_COUNT) < 0.07
    return table


def _on(day: pd.Timestamp, *, is_validated: bool) -> pd.DataFrame:
    """Return who waits at the end of a day; clocks that stopped late, and doubles, are in what nobody validated."""
    table = _pathways()
    stops = table["treated"] if is_validated else table["treated"] + pd.to_timedelta(table["late_stop"] * 28, unit="D")
    waiting = table[(table["referred"] <= day) & (stops > day)]
    clock = (
        waiting["reset"].where(waiting["reset"] <= day, waiting["referred"]) if is_validated else waiting["referred"]
    )
    result = waiting[["pathway", "site", "specialty"]].assign(clock_start=clock)
    if not is_validated:
        result = pd.concat([result, result[waiting["twice"]]]).sort_values("pathway")
    return result.reset_index(drop=True)


def _lists(folder: Folder) -> None:
    for day in pd.date_range("2022-07-03", "2023-12-31", freq="W-SUN"):
        year, week, _ = day.isocalendar()
        folder.csv(f"weekly/wl_{year}w{week:02d}.csv", _on(day, is_validated=False), BRITISH)
    for number, day in enumerate(pd.date_range("2022-07-31", "2023-12-31", freq="ME"), start=16):
        folder.parquet(f"census/census_{number:03d}.parquet", _on(day, is_validated=True).assign(census_day=day))
    folder.readme(
        "Waiting lists",
        f"""Pathways that wait for treatment. Sites: {CODES}. The wait of a pathway is the number of days from
        clock_start to the day of the list; more than 52 weeks is more than 364 days.""",
        files={
            "weekly/": """Sundays, straight from the booking system: clocks that were stopped late and doubles are in
            them, and clocks that began anew have their first start""",
            "census/": """the last day of each month, after validation, for statements and returns; census_day has the
            day, the number in the name is that of the return""",
        },
    )


@lru_cache(maxsize=1)
def _operations() -> pd.DataFrame:
    random = draws("hospital theatre")
    count = 15_000
    table = pd.DataFrame({"operation": 80_000 + np.arange(count)})
    table["day"] = pd.Timestamp("2022-01-03") + pd.to_timedelta(np.sort(random.integers(0, 725, count)), unit="D")
    table["site"] = random.choice(_ADULT, count)
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
