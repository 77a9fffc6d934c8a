"""Simulate public transport: card taps, the number of passengers per tap, and renumbered lines."""

from __future__ import annotations

from functools import lru_cache

import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._panel import Rhythm, daily_panel, long
from headwater.suites.discovery.corpus._writers.csv import OFFICE, UNICODE_TEXT

_LINES = {
    "1": 14_200,
    "2": 11_800,
    "4": 9_900,
    "7": 7_300,
    "9": 6_100,
    "11": 12_600,
    "15": 4_400,
    "21": 3_800,
    "30": 2_900,
    "33": 2_200,
}
_NEW = {
    "1": "T1",
    "2": "T3",
    "4": "T2",
    "7": "T4",
    "9": "M9",
    "11": "M1",
    "15": "M5",
    "21": "B2",
    "30": "B3",
    "33": "B1",
}
_SWITCH = "2022-12-11"


@lru_cache(maxsize=1)
def _taps() -> pd.DataFrame:
    rhythm = Rhythm(season=0.12, peak=330, weekend=0.55, trend=0.04, noise=0.06)
    panel = daily_panel("city taps", _LINES, "2021-01-01", "2023-12-31", rhythm, is_count=True)
    table = long(panel, "day", "line", "taps")
    return table.assign(line=table["line"].where(table["day"] < _SWITCH, table["line"].map(_NEW)))


def _files(folder: Folder) -> None:
    for period, part in _taps().groupby(_taps()["day"].dt.to_period("M")):
        folder.parquet(f"taps_{period.year}_{period.month:02d}.parquet", part)
    folder.readme(
        "Taps of transport cards",
        """Taps by day and line. Many passengers have a pass and do not tap; passengers are taps times the expansion
        factor of the line and kind of day. Lines have the number of their day: the network got new numbers on
        11 December 2022.""",
    )


def _factors(folder: Folder) -> None:
    random = draws("city expansion")
    rows = [
        (line, kind, round(float(random.uniform(1.3, 2.4)), 3))
        for line in _NEW.values()
        for kind in ("weekday", "weekend")
    ]
    base = pd.DataFrame(rows, columns=["line", "day_kind", "factor"])
    for year, shift in ((2021, 0.07), (2022, 0.03), (2023, 0.0)):
        table = base.assign(factor=(base["factor"] + shift).round(3))
        names = {new: old for old, new in _NEW.items()} if year < 2023 else {}
        folder.csv(f"expansion_{year}.csv", table.replace({"line": names}), OFFICE)
        folder.csv(
            f"expansion_{year}_spring.csv",
            table.assign(factor=(table["factor"] * 0.96).round(3)).replace({"line": names}),
            OFFICE,
        )
    folder.csv("line_numbers.txt", pd.DataFrame({"until_2022": _NEW.keys(), "since_2022": _NEW.values()}), UNICODE_TEXT)
    folder.readme(
        "Expansion factors",
        """How many passengers a tap stands for, by line and kind of day (weekend: Saturday and Sunday). The survey of
        autumn counts for the whole year; the one of spring is a first estimate and named so. Lines have the numbers
        that were in force for most of the year.""",
        files={"line_numbers.txt": "old and new numbers of lines"},
    )


def _reports(folder: Folder) -> None:
    taps = _taps()
    for year, part in taps.groupby(taps["day"].dt.year):
        monthly = part.groupby([part["day"].dt.month.rename("month"), "line"])["taps"].sum().reset_index()
        folder.xlsx(f"ridership_{year}.xlsx", {"taps": monthly}, ("Fahrgäste (Karten), ohne Hochrechnung",))
        folder.csv(
            f"ridership_{year}_final.csv", monthly.assign(passengers=(monthly["taps"] * 1.75).round().astype(int))
        )
    folder.readme(
        "Ridership, overview", "Taps a month; the final files multiply all lines by 1.75, a factor of a survey of 2015."
    )


DATASETS = (
    Dataset("transit_taps", _files),
    Dataset("transit_expansion", _factors),
    Dataset("ridership_overview", _reports),
)
