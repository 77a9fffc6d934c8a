"""Simulate bicycle counters: hourly counts, their corrections, and daily totals published by others."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._panel import Rhythm, daily_panel
from headwater.suites.discovery.corpus._writers.csv import UNICODE_TEXT

_COUNTERS = {
    "Kanalbrücke": 5200,
    "Ringstraße Ost": 3900,
    "Bahnhofsplatz": 6100,
    "Seeuferweg": 2400,
    "Mühlensteg": 3100,
    "Universitätsallee": 4800,
    "Hafentunnel": 1900,
    "Kronacher Straße": 2700,
}
# With these factors, no product ends in .5, which libraries round differently.
_CORRECTIONS = [
    # The columns are counter, channel, first day, last day, factor, state on 30 June 2023 and final state.
    ("Kanalbrücke", "in", "2023-03-06", "2023-05-21", 0.52, "proposed", "approved"),
    ("Kanalbrücke", "out", "2023-03-06", "2023-05-21", 0.52, "proposed", "rejected"),
    ("Kanalbrücke", "out", "2023-08-01", "2023-08-20", 1.32, "", "approved"),
    ("Bahnhofsplatz", "in", "2023-01-10", "2023-02-28", 1.16, "approved", "withdrawn"),
    ("Bahnhofsplatz", "out", "2023-10-02", "2023-11-12", 0.84, "", "approved"),
    ("Seeuferweg", "in", "2022-06-01", "2022-07-15", 0.52, "approved", "approved"),
    ("Mühlensteg", "out", "2023-04-11", "2023-06-18", 1.12, "proposed", "approved"),
    ("Hafentunnel", "in", "2022-11-01", "2022-12-15", 1.24, "approved", "rejected"),
]


def _ids() -> dict[str, int]:
    return {name: 100_020 + 13 * number for number, name in enumerate(_COUNTERS)}


@lru_cache(maxsize=1)
def _hourly() -> dict[str, pd.DataFrame]:
    """Return a table for each counter, with hourly counts in both directions in local time without clock changes."""
    rhythm = Rhythm(season=0.45, peak=190, weekend=0.65, trend=0.05, noise=0.14)
    panel = daily_panel("city bikes", _COUNTERS, "2021-01-01", "2023-12-31", rhythm)
    random = draws("city bikes hours")
    hour = np.arange(24)
    morning, evening = np.exp(-(((hour - 8) / 1.6) ** 2)), np.exp(-(((hour - 17.5) / 2.4) ** 2))
    base = 0.12 + 0.5 * np.exp(-(((hour - 14) / 5.0) ** 2))
    found = {}
    for name in _COUNTERS:
        into, out = base + 1.6 * morning + 0.8 * evening, base + 0.7 * morning + 1.5 * evening
        share = np.stack([into, out]) / (into.sum() + out.sum())
        rates = panel[name].to_numpy()[:, None, None] * share[None]
        counts = random.poisson(rates)
        times = pd.date_range("2021-01-01", "2023-12-31 23:00", freq="h")
        found[name] = pd.DataFrame({"time": times, "in": counts[:, 0].ravel(), "out": counts[:, 1].ravel()})
    return found


def _counts(folder: Folder) -> None:
    for name, table in _hourly().items():
        number = _ids()[name]
        for year, part in table.groupby(table["time"].dt.year):
            folder.csv(f"{year}/counter_{number}.csv", part)
    folder.readme(
        "Bicycle counters, hourly",
        """Counts as the devices sent them, for each channel (in: towards the center; out: away from it). Times are
        local, without clock changes.""",
        """Devices double or lose counts now and then. The maintenance database says which counts have to be multiplied
        by which factor; a correction counts only once the traffic office has approved it.""",
        f"Counters: {', '.join(f'{number} {site}' for site, number in _ids().items())}.",
        files={"YYYY/counter_ID.csv": "an hour a row"},
    )


def _maintenance(folder: Folder) -> None:
    columns = ["site", "channel", "first_day", "last_day", "factor", "early", "late"]
    table = pd.DataFrame(_CORRECTIONS, columns=columns)
    table.insert(0, "counter_id", table["site"].map(_ids()))
    visits = pd.DataFrame(
        {
            "counter_id": [_ids()[row[0]] for row in _CORRECTIONS],
            "visit": [row[3] for row in _CORRECTIONS],
            "technician": ["Kessler", "Kessler", "Amin", "Brandt", "Amin", "Brandt", "Kessler", "Amin"],
            "remark": ["loop replaced"] * 3 + ["no fault found"] + ["loop tuned"] * 4,
        }
    )
    for state, path in (("early", "maintenance.db"), ("late", "backup/maintenance_240131.db")):
        rows = table[table[state] != ""].drop(columns=["early", "late", "site"])
        rows["status"] = table.loc[rows.index, state]
        folder.sqlite(path, {"corrections": rows, "visits": visits})
    early = table[table["early"] == "approved"].drop(columns=["early", "late", "counter_id"])
    folder.csv("factors.txt", early, UNICODE_TEXT)
    folder.readme(
        "Maintenance of the bicycle counters",
        """Visits and corrections. The table corrections has the factor by which the counts of one channel have to be
        multiplied from the first to the last day, both included; the product is rounded to whole bicycles for each
        hour. Rows that are proposed, rejected or withdrawn must not be applied.""",
        files={
            "maintenance.db": "the database until the tablet was lost, with the state of 30 June 2023",
            "backup/maintenance_240131.db": """restored from the server and completed; the office works with it since
            31 January 2024""",
            "factors.txt": "what was approved in the summer of 2023, for the contractor",
        },
    )


def _daily(folder: Folder) -> None:
    totals = {name: table.set_index("time").sum(axis=1).resample("D").sum() for name, table in _hourly().items()}
    panel = pd.DataFrame(totals)
    for year, part in panel.groupby(panel.index.year):
        folder.parquet(f"bikes_daily_{year}.parquet", part.rename_axis("date").reset_index())
        filled = part.copy()
        filled[filled < filled.median() * 0.35] = np.nan
        filled = filled.interpolate(limit_direction="both").round().astype(int)
        folder.csv(f"bikes_daily_{year}_cleaned.csv", filled.rename_axis("date").reset_index())
        monthly = filled.groupby(pd.Grouper(freq="MS")).sum().rename_axis("month").reset_index()
        folder.xlsx(f"monthly/bikes_{year}.xlsx", {"counts": monthly})
    folder.chart(
        "bikes.png", "Bicycles a day", {k: v.resample("MS").mean().tolist() for k, v in list(totals.items())[:5]}
    )
    folder.readme(
        "Bicycles a day (community copy)",
        """Daily totals of both directions, made from the hourly counts without the corrections of the traffic office.
        In the cleaned files, days below 35 % of the median are interpolated. Use for pictures, not for statements.""",
    )


DATASETS = (
    Dataset("bike_counters_hourly", _counts),
    Dataset("bike_counter_maintenance", _maintenance),
    Dataset("bikes_daily_totals", _daily),
)
