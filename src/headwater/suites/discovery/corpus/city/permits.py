"""Simulate building permits: register exports whose file names contain only a run number."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import OFFICE, Style
from headwater.suites.discovery.corpus.city._places import DISTRICTS

_COUNT = 5200
_RUNS = {
    "2022-03-31": (1187, "P"), "2022-06-30": (1203, "P"), "2022-09-30": (1231, "P"), "2022-12-31": (1250, "P"),
    "2023-03-31": (1266, "P"), "2023-06-30": (1279, "P"), "2023-09-30": (1302, "T"), "2023-10-02": (1303, "P"),
    "2023-12-31": (1311, "T"), "2024-01-02": (1314, "P"), "2024-03-31": (1290, "P"), "2024-06-30": (1333, "P"),
}  # fmt: skip


@lru_cache(maxsize=1)
def _permits() -> pd.DataFrame:
    random = draws("city permits")
    filed = pd.Timestamp("2020-06-01") + pd.to_timedelta(np.sort(random.integers(0, 1460, _COUNT)), unit="D")
    table = pd.DataFrame({"file_no": np.char.add("BA-", (10_000 + np.arange(_COUNT)).astype(str)), "filed": filed})
    table["district"] = random.choice(DISTRICTS, _COUNT)
    table["kind"] = random.choice(
        ["new residential", "conversion", "commercial", "demolition"], _COUNT, p=[0.4, 0.3, 0.22, 0.08]
    )
    homes = random.geometric(0.22, _COUNT) * random.choice([1, 1, 2, 6], _COUNT)
    table["dwellings"] = np.where(table["kind"].isin(["new residential", "conversion"]), homes, 0)
    table["decided"] = table["filed"] + pd.to_timedelta(random.gamma(3, 42, _COUNT).round(), unit="D")
    table["outcome"] = random.choice(["granted", "refused", "withdrawn"], _COUNT, p=[0.82, 0.1, 0.08])
    table["revoked"] = table["decided"] + pd.to_timedelta(random.integers(60, 700, _COUNT), unit="D")
    table.loc[random.random(_COUNT) > 0.07, "revoked"] = pd.NaT
    return table


def _as_of(day: str) -> pd.DataFrame:
    table = _permits()
    table = table[table["filed"] <= day].copy()
    status = table["outcome"].where(table["decided"] <= day, "pending")
    status = status.where(~((status == "granted") & (table["revoked"] <= day)), "revoked")
    table["status"] = status
    table["decided"] = table["decided"].where(table["decided"] <= day)
    return table.drop(columns=["outcome", "revoked"])


def _register(folder: Folder) -> None:
    for day, (run, kind) in _RUNS.items():
        preamble = (f"Bauregister; Lauf {run}; Stand {pd.Timestamp(day):%d.%m.%Y}; Typ {kind}",)
        style = Style(";", ",", "cp1252", "%d.%m.%Y", newline="\r\n", preamble=preamble)
        table = _as_of(day)
        if kind == "T":
            table = table.iloc[: len(table) * 4 // 5]
        folder.csv(f"bauregister_{run}.csv", table, style)
    folder.text(
        "hinweise.md",
        "# Register of building permits\n\n"
        "Each file is the whole register on a day. The first line has the number of the run, the day (Stand) and the\n"
        "type: P is a productive run, T a test run, in which the newest fifth of the files is missing. Numbers of\n"
        "runs are not in the order of days: a run that fails is repeated later under its old number.\n\n"
        "`status`: pending, granted, refused, withdrawn, or revoked (granted first and taken back later; then\n"
        "`decided` is still the day of the grant).\n",
    )


def _statistics(folder: Folder) -> None:
    table = _permits()
    granted_permits = table[table["outcome"] == "granted"]
    for period, part in granted_permits.groupby(granted_permits["decided"].dt.to_period("Q")):
        if pd.Period("2021Q1") <= period <= pd.Period("2024Q1"):
            sums = part.groupby(["district", "kind"])["dwellings"].sum().reset_index()
            folder.csv(f"genehmigungen_{period.year}q{period.quarter}.csv", sums, OFFICE)
    folder.readme(
        "Permits granted, statistics",
        "Dwellings by quarter of the grant, as reported to the state; permits that were revoked later still count.",
    )


DATASETS = (Dataset("building_register", _register), Dataset("permit_statistics", _statistics))
