"""Simulate smart meters: hourly sums by region, with substitute values for meters that reported late."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import PLAIN, UNICODE_TEXT
from headwater.suites.discovery.corpus.grid._regions import CODES, CUSTOMERS


@lru_cache(maxsize=1)
def _sums() -> pd.DataFrame:
    """Return hourly sums in kWh per region: the sums as computed on the next day, and the actual sums."""
    random = draws("grid smart meters")
    hours = pd.date_range("2023-01-01", "2023-12-31 23:00", freq="h")
    clock = hours.hour.to_numpy()
    shape = 0.5 + 0.5 * np.exp(-(((clock - 19) / 3.0) ** 2)) + 0.25 * np.exp(-(((clock - 8) / 2.5) ** 2))
    winter = 1 + 0.3 * np.cos(2 * np.pi * (hours.day_of_year.to_numpy() - 18) / 365.25)
    parts = []
    for region, customers in CUSTOMERS.items():
        table = pd.DataFrame({"hour": hours, "region": region})
        actual = customers * 0.09 * shape * winter * random.normal(1, 0.04, len(hours))
        silent = np.repeat(random.random(len(hours) // 24) < 0.12, 24)
        table["state"] = np.where(silent, "S", "M")
        guess = actual * np.where(silent, np.repeat(random.normal(0.9, 0.05, len(hours) // 24), 24), 1.0)
        table["kwh"], table["actual"] = guess.round(1), actual.round(1)
        parts.append(table)
    return pd.concat(parts, ignore_index=True)


def _totals(folder: Folder) -> None:
    table = _sums()
    for (region, period), part in table.groupby(["region", table["hour"].dt.to_period("M")]):
        folder.csv(f"{period}/{region}_final.csv", part[["hour", "state", "kwh"]], PLAIN)
    late = table[table["state"] == "S"]
    for period, part in late.groupby(late["hour"].dt.to_period("M")):
        rows = part[["region", "hour", "actual"]].rename(columns={"actual": "kwh"})
        folder.csv(f"late/late_{period}.csv", rows, UNICODE_TEXT)
        plausible = rows.assign(kwh=(part["kwh"] * 1.03).round(1))
        folder.csv(f"late/late_{period}_checked.csv", plausible, UNICODE_TEXT)
    folder.readme(
        "Sums of smart meters, 2023",
        f"""Energy of all smart meters by hour (UTC) and region ({CODES}), formed on the next day. state is M if meters
        answered and S if a substitute stands for them.""",
        files={
            "YYYY-MM/REGION_final.csv": "the next day; never changed afterwards",
            "late/late_YYYY-MM.csv": """what the meters said when they answered; it takes the place of the
            substitute of the hour""",
            "late/late_YYYY-MM_checked.csv": "first check: the substitutes with a flat surcharge; not used any more",
        },
    )


DATASETS = (Dataset("smart_meter_sums", _totals),)
