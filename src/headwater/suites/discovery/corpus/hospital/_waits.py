"""Simulate pathways waiting for treatment, and the waiting list at the end of a day."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus.hospital._sites import SITES, SPECIALTIES

_COUNT = 7000
ADULT = tuple(site for site in SITES if site != "FEN")
CODES_OF_SPECIALTIES = {
    100: "General surgery",
    101: "Urology",
    110: "Orthopaedics",
    300: "General medicine",
    320: "Cardiology",
    430: "Geriatrics",
}
"""The name of each specialty, keyed by the regulator's code."""


@lru_cache(maxsize=1)
def pathways() -> pd.DataFrame:
    random = draws("hospital waiting")
    table = pd.DataFrame({"pathway": np.char.add("RTT", (40_000 + np.arange(_COUNT)).astype(str))})
    table["referred"] = pd.Timestamp("2021-03-01") + pd.to_timedelta(
        np.sort(random.integers(0, 1000, _COUNT)), unit="D"
    )
    table["site"] = random.choice(ADULT, _COUNT)
    table["specialty"] = random.choice(SPECIALTIES, _COUNT)
    table["treated"] = table["referred"] + pd.to_timedelta(random.gamma(1.6, 115, _COUNT).round(), unit="D")
    # The waiting-time clock restarts for a patient who declines twice.
    table["reset"] = table["referred"] + pd.to_timedelta(random.integers(60, 300, _COUNT), unit="D")
    table.loc[random.random(_COUNT) > 0.08, "reset"] = pd.NaT
    table["twice"] = random.random(_COUNT) < 0.04
    table["late_stop"] = random.random(_COUNT) < 0.07
    return table


def waiting_on(day: pd.Timestamp, *, is_validated: bool) -> pd.DataFrame:
    """Return the waiting list at the end of a day.

    An unvalidated list also contains duplicates and recently stopped clocks.
    """
    table = pathways()
    stops = table["treated"] if is_validated else table["treated"] + pd.to_timedelta(table["late_stop"] * 28, unit="D")
    waiting = table[(table["referred"] <= day) & (stops > day)]
    clock = (
        waiting["reset"].where(waiting["reset"] <= day, waiting["referred"]) if is_validated else waiting["referred"]
    )
    result = waiting[["pathway", "site", "specialty"]].assign(clock_start=clock)
    if not is_validated:
        result = pd.concat([result, result[waiting["twice"]]]).sort_values("pathway")
    return result.reset_index(drop=True)


@lru_cache(maxsize=1)
def transfers() -> pd.DataFrame:
    """Return the transfers from Eastmoor to St Brennan in autumn 2023.

    Each has an old and a new number, a day and a clock start.
    """
    random = draws("hospital transfers")
    day = pd.Timestamp("2023-10-02")
    table = pathways()
    is_there = (table["site"] == "EAS") & (table["referred"] < day) & (table["treated"] > "2024-01-15")
    is_there &= ~table["reset"].between(day, "2023-12-31")
    moved = table[is_there & (random.random(len(table)) < 0.55)].copy()
    moved["day"] = day + pd.to_timedelta(random.integers(0, 50, len(moved)), unit="D")
    moved["clock_start"] = moved["reset"].where(moved["reset"] <= day, moved["referred"])
    moved["new"] = [f"RTT{at}" for at in range(71_000, 71_000 + len(moved))]
    return moved.rename(columns={"pathway": "first"})[["day", "first", "new", "clock_start"]].reset_index(drop=True)


def validated(day: pd.Timestamp) -> pd.DataFrame:
    """Return the validated list at the end of a day. Transfers add new rows, and half of the old rows remain."""
    rows = waiting_on(day, is_validated=True)
    moved = transfers()[transfers()["day"] <= day].merge(rows, left_on="first", right_on="pathway", suffixes=("", "_"))
    new = pd.DataFrame({"pathway": moved["new"], "site": "STB", "specialty": moved["specialty"]})
    removed = moved["first"][::2]
    rows = pd.concat([rows[~rows["pathway"].isin(removed)], new.assign(clock_start=moved["day"])])
    return rows.sort_values("pathway", ignore_index=True)


def whitlock(day: pd.Timestamp) -> pd.DataFrame:
    """Return the children's hospital's list. The hospital has had its own system and codes since November 2023."""
    rows = waiting_on(day, is_validated=True)
    rows = rows[rows["site"] == "WHI"]
    random = draws(f"hospital whitlock {day.date()}")
    codes = {name: code for code, name in CODES_OF_SPECIALTIES.items()}
    table = pd.DataFrame({"path_no": rows["pathway"], "clock": rows["clock_start"]})
    table["code"] = rows["specialty"].map(codes)
    count = 38
    own = pd.DataFrame({"path_no": [f"RTT{at}" for at in range(81_000, 81_000 + count)], "code": 171})
    own["clock"] = day - pd.to_timedelta(random.integers(90, 420, count), unit="D")
    return pd.concat([table, own])[["path_no", "code", "clock"]].sort_values("path_no", ignore_index=True)
