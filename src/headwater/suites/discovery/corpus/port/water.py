"""Simulate water levels and dredging."""

from __future__ import annotations

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import MAINFRAME, PLAIN

_GAUGES = {"G1": "Outer pier", "G2": "Inner basin", "G3": "River lock"}
_AREAS = ("Approach", "Turning basin", "Container East", "Container West", "Bulk quay", "River")
_TURN = pd.Timestamp("2023-04-01")


def _levels(folder: Folder) -> None:
    random = draws("port tide")
    hours = pd.date_range("2022-01-01", "2023-12-31 23:00", freq="h")
    at = np.arange(len(hours))
    surge = np.repeat(random.normal(0, 0.22, len(hours) // 24), 24)
    tide = 1.55 * np.cos(2 * np.pi * at / 12.42) * (1 + 0.25 * np.cos(2 * np.pi * at / 354.4)) + surge
    for number, gauge in enumerate(_GAUGES):
        level = 2.4 + tide * (1 - 0.12 * number) + random.normal(0, 0.03, len(hours))
        zero = np.where(hours < _TURN, 0.0, 0.5)
        table = pd.DataFrame({"utc": hours, "m": np.round(level + zero, 2)})
        for period, part in table.groupby(hours.to_period("M")):
            folder.csv(f"{gauge}/{gauge}_{period}.txt", part, MAINFRAME)
        predicted = pd.DataFrame({"utc": hours, "m": np.round(level - surge, 2)})
        for year, part in predicted.groupby(hours.year):
            folder.parquet(f"tables/{gauge}_{year}.parquet", part)
    names = ", ".join(f"{code} {name}" for code, name in _GAUGES.items())
    folder.readme(
        "Levels of the water",
        f"""Hourly levels in meters above the zero of the gauge, in UTC. Gauges: {names}. On 1 April 2023 the zeros of
        all gauges were lowered by 0.50 m, so that they are 0.50 m below chart datum since then; before, zero was chart
        datum. tables/ has the predicted tide above chart datum.""",
    )


def _dredging(folder: Folder) -> None:
    random = draws("port dredging")
    for year in range(2018, 2024):
        rows = []
        for area in _AREAS:
            for month in range(1, 13):
                hopper = round(float(random.gamma(2, 5200)), 0)
                rows.append((month, area, hopper, round(hopper * float(random.uniform(0.6, 0.78)), 0)))
        table = pd.DataFrame(rows, columns=["month", "area", "hopper", "survey"])
        folder.xlsx(
            f"dredging_{year}_final.xlsx",
            {"volumes": table[["month", "area", "hopper"]].rename(columns={"hopper": "m3"})},
            ("Cubic meters in the hopper, with water",),
        )
        folder.xlsx(
            f"dredging_{year}_s.xlsx",
            {"volumes": table[["month", "area", "survey"]].rename(columns={"survey": "m3"})},
            ("Cubic meters by survey before and after",),
        )
        folder.csv(
            f"invoices/dredging_{year}.csv",
            table[["month", "area", "hopper"]].assign(hopper=(table["hopper"] * 1.02).round(0)),
            PLAIN,
        )
    folder.readme(
        "Dredging",
        """Volumes by month and area. Statements to the authorities refer to what surveys found to be gone,
        not to what was in the hopper.""",
    )


def _weather(folder: Folder) -> None:
    random = draws("port wind")
    for period in pd.period_range("2022-01", "2023-12", freq="M"):
        hours = pd.date_range(period.start_time, periods=period.days_in_month * 144, freq="10min")
        table = pd.DataFrame({"utc": hours, "wind_kn": np.round(random.gamma(3.2, 4.6, len(hours)), 1)})
        table["gust_kn"] = np.round(table["wind_kn"] * random.uniform(1.15, 1.6, len(hours)), 1)
        folder.csv(f"wind_{period}.csv", table, PLAIN)
    folder.readme("Wind at the outer pier", "Means and gusts of ten minutes in knots; UTC.")


DATASETS = (
    Dataset("water_levels", _levels),
    Dataset("dredging_volumes", _dredging),
    Dataset("pier_wind", _weather),
)
