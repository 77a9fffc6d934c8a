"""Simulate business trips."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import OFFICE
from headwater.suites.discovery.corpus.company._firm import staff
from headwater.suites.discovery.corpus.company._papers import Paper, Parts, fixed


@lru_cache(maxsize=1)
def trips() -> pd.DataFrame:
    """Return the trips. Each company records distances in its own unit."""
    random = draws("company trips")
    count = 9000
    chosen = staff().iloc[random.integers(0, len(staff()), count)]
    table = pd.DataFrame({"beleg": 30_000 + np.arange(count)})
    table["pnr"] = chosen["pnr"].to_numpy()
    table["bk"] = chosen["bk"].to_numpy()
    table["tag"] = pd.Timestamp("2021-07-01") + pd.to_timedelta(np.sort(random.integers(0, 900, count)), unit="D")
    table["strecke"] = np.round(random.gamma(2, 90, count), 0)
    table["mittel"] = random.choice(["P", "D", "M"], count, p=[0.5, 0.3, 0.2])
    return table


def _trips(folder: Folder) -> None:
    table = trips()
    for period, part in table.groupby(table["tag"].dt.to_period("Q")):
        name = str(period).lower()
        if name == "2022q2":
            folder.xlsx(f"rk_{name}.xlsx", {"Fahrten": part[part["tag"] < "2022-06-01"]})
            folder.xlsx("wieder/rk_s1.xlsx", {"Fahrten": part[part["bk"] != "30"]})
            folder.xlsx("wieder/rk_s2.xlsx", {"Fahrten": part})
            folder.xlsx("wieder/rk_s3.xlsx", {"Fahrten": pd.concat([part.iloc[140:], part.tail(140)])})
        else:
            folder.xlsx(f"rk_{name}.xlsx", {"Fahrten": part})
        folder.csv(f"buchung/rk_{name}.csv", part[part["mittel"] == "D"], OFFICE)
    folder.readme(
        "Reisekosten",
        "Journeys. mittel: P Privatwagen, D Dienstwagen, M Mietwagen. strecke: km. wieder/: the second quarter, again.",
    )


def _trip_totals() -> Parts:
    table = trips()
    own = table[table["tag"].dt.to_period("Q") == pd.Period("2022Q2")]
    rows = own.groupby("bk").agg(journeys=("beleg", "size"), distance=("strecke", "sum")).reset_index()
    return ["Review of travel in the second quarter of 2022, by internal audit. No receipt was found twice.", rows]


PAPERS = (
    Paper("gremien_prot/2022/Revision_2022-08.pdf", "Interne Revision, August 2022", _trip_totals),
    Paper(
        "handbuch_norvane/HB-26_Reisen.pdf",
        "HB-26 Travel",
        fixed(
            """For a journey by private car, the group pays 0.30 EUR a kilometer, and 0.38 EUR for journeys from 1 May
            2022; 0.42 EUR from 2023. Companies that measure in miles (30 and 40) are converted at 1.609344 km.""",
        ),
    ),
)
DATASETS = (Dataset("reise_kosten", _trips),)
