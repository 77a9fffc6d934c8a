"""Simulate quarter-hourly load as read on the next day and as settled in each of two settlements.

Also simulate cross-border flows.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import MAINFRAME, OFFICE
from headwater.suites.discovery.corpus.grid._regions import CODES, LOAD

_FIRST, _LAST = "2022-01-01", "2023-12-31 23:45"
_LINKS = {"Fjordlink": 240.0, "Eastbridge": 130.0, "Southline": 90.0}
_TURN = pd.Timestamp("2022-07-01")


@lru_cache(maxsize=1)
def _load() -> dict[str, pd.Series]:
    """Return the load of each region in MW, indexed by the start of the quarter-hour in UTC."""
    random = draws("grid load")
    times = pd.date_range(_FIRST, _LAST, freq="15min")
    hour = times.hour.to_numpy() + times.minute.to_numpy() / 60 + 1
    shape = 0.78 + 0.2 * np.exp(-(((hour - 9) / 3) ** 2)) + 0.34 * np.exp(-(((hour - 19) / 2.6) ** 2))
    winter = 1 + 0.19 * np.cos(2 * np.pi * (times.day_of_year.to_numpy() - 18) / 365.25)
    week = np.where(times.day_of_week.to_numpy() >= 5, 0.88, 1.0)
    spell = np.repeat(np.exp(0.05 * random.normal(0, 1, len(times) // 96 + 1)), 96)[: len(times)]
    return {
        region: pd.Series(
            np.round(level * shape * winter * week * spell * random.normal(1, 0.015, len(times)), 3), times
        )
        for region, level in LOAD.items()
    }


def _settled(region: str, run: int) -> pd.Series:
    """Return the load after a settlement. The first settlement does not include some large customers' late reports."""
    random = draws(f"grid settlement {region} {run}")
    load = _load()[region]
    late = load.index.month.isin([2, 3, 8]) & (region in ("MET", "VAL"))
    factor = np.where(late, 1.031 if run == 2 else 1.006, 1.0)
    return (load * factor * random.normal(1, 0.002, len(load))).round(3)


def _next_day(folder: Folder) -> None:
    for region, load in _load().items():
        local = load.copy()
        local.index = local.index + pd.Timedelta(hours=1, minutes=15)
        for period, part in local.groupby(local.index.to_period("M")):
            if period.year < 2024:
                table = pd.DataFrame({"Zeit": part.index, "MW": part.to_numpy().round(1)})
                folder.csv(f"{region}/{region}_{period}_final.csv", table, OFFICE)
    folder.readme(
        "Load, values of the next day",
        f"""Mean load in MW by quarter of an hour and region ({CODES}), as read from the control room on the next day.
        Times are UTC+1 all year and mark the end of the quarter. Not settled; `final` means that no value is
    missing.""",
    )


def _settlement(folder: Folder) -> None:
    for region in LOAD:
        for run in (1, 2):
            series = _settled(region, run)
            for year, part in series.groupby(series.index.year):
                table = pd.DataFrame({"start_utc": part.index, "mw": part.to_numpy()})
                name = {1: f"{year}/{region}_settled.parquet", 2: f"{year}/{region}_s2.parquet"}[run]
                folder.parquet(name, table)
    folder.readme(
        "Settled load",
        f"""Mean load in MW by quarter of an hour, by region ({CODES}); times are UTC and mark the beginning of the
        quarter. The energy of a quarter is its mean load times a quarter of an hour.""",
        files={
            "YYYY/REGION_settled.parquet": "first settlement, ten working days after the month",
            "YYYY/REGION_s2.parquet": """second settlement, eight months after the month; it has the large customers
            that report late, and is what invoices and statements refer to""",
        },
    )


def _borders(folder: Folder) -> None:
    random = draws("grid borders")
    hours = pd.date_range("2021-01-01", "2023-12-31 23:00", freq="h")
    for name, size in _LINKS.items():
        season = np.cos(2 * np.pi * (hours.day_of_year.to_numpy() - 30) / 365.25)
        noise = np.repeat(random.normal(0, 0.45, len(hours) // 6 + 1), 6)[: len(hours)]
        # Positive values are flows out of Norvolt's network.
        flow = np.round(size * np.clip(0.25 * season + noise, -1, 1), 1)
        signed = np.where(hours < _TURN, flow, -flow)
        table = pd.DataFrame({"hour": hours, "mw": signed})
        for period, part in table.groupby(hours.to_period("Q")):
            folder.csv(f"{name.lower()}_{period}.txt", part, MAINFRAME)
        schedule = table.assign(mw=(signed * 0.9).round(0))
        folder.parquet(f"schedules/{name.lower()}_2021_2023.parquet", schedule)
    folder.readme(
        "Flows over the borders",
        """Mean flow of an hour (UTC) over each link, in MW. Until 30 June 2022 a positive flow is an export; since 1
        July 2022, when the links went to the new control system, a positive flow is an import. schedules/ has what had
        been agreed on the day before, with the same signs.""",
    )


DATASETS = (
    Dataset("load_next_day", _next_day),
    Dataset("load_settled", _settlement),
    Dataset("border_flows", _borders),
)
