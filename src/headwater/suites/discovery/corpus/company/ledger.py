"""Simulate the trading company's costs, with bookings and budgets for each cost center."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import MAINFRAME, OFFICE
from headwater.suites.discovery.corpus.company._goods import MONTHS
from headwater.suites.discovery.corpus.company._papers import Paper, Parts, fixed

_CENTERS = (
    "Directie", "Verkoop Noord", "Verkoop Zuid", "Webwinkel", "Inkoop Azië", "Inkoop Europa", "Magazijn Venlo",
    "Magazijn Duisburg", "Magazijn Lille", "Magazijn Leeds", "Magazijn Gdynia", "Magazijn Turin", "Transport",
    "Werkplaats", "Reparatie", "Opleiding", "Kwaliteit", "ICT Handel", "Douane", "Schoonmaak",
)  # fmt: skip
_ACCOUNTS = {4100: "Lonen", 4300: "Vervoer", 4450: "Huur", 4600: "Energie", 4700: "Verzekering", 4910: "Doorbelasting"}
_BOOKINGS = 420
_RENUMBERED = 2023
_YEARS = (2021, 2022, 2023)
_TEXTS = ("factuur", "correctie", "nagekomen", "memoriaal")


@lru_cache(maxsize=1)
def centers() -> pd.DataFrame:
    """Return the cost centers with their numbers up to 2022 and from 2023 on."""
    random = draws("company cost centers")
    table = pd.DataFrame({"naam": _CENTERS})
    table["old"] = 1000 + 10 * random.permutation(len(table))
    table["new"] = 1000 + 10 * random.permutation(len(table))
    return table


def _number(year: int) -> str:
    return "old" if year < _RENUMBERED else "new"


@lru_cache(maxsize=40)
def bookings(month: pd.Period) -> pd.DataFrame:
    """Return a month's bookings. Some first-quarter bookings belong to the previous year."""
    random = draws(f"company bookings {month}")
    table = pd.DataFrame({"stuk": month.ordinal * 1000 + np.arange(_BOOKINGS)})
    table["boekdatum"] = month.start_time + pd.to_timedelta(
        np.sort(random.integers(0, month.days_in_month, _BOOKINGS)), unit="D"
    )
    is_late = (random.random(_BOOKINGS) < 0.22) & (month.month <= 3)
    table["jaar"] = np.where(is_late, month.year - 1, month.year)
    table["periode"] = np.where(is_late, random.choice([10, 11, 12, 13], _BOOKINGS), month.month)
    chosen = random.integers(0, len(_CENTERS), _BOOKINGS)
    known = centers()
    table["kst"] = np.where(table["jaar"] < _RENUMBERED, known["old"].iloc[chosen], known["new"].iloc[chosen])
    table["rek"] = random.choice(list(_ACCOUNTS), _BOOKINGS, p=[0.3, 0.2, 0.12, 0.14, 0.1, 0.14])
    table["dc"] = random.choice(["D", "C"], _BOOKINGS, p=[0.88, 0.12])
    table["bedrag"] = np.round(np.exp(random.normal(7.1, 0.8, _BOOKINGS)), 2)
    table["tekst"] = random.choice(_TEXTS, _BOOKINGS)
    return table


@lru_cache(maxsize=4)
def budgets(year: int) -> pd.DataFrame:
    """Return each cost center's quarterly budgets for a year."""
    random = draws(f"company budget {year}")
    table = pd.DataFrame({"kst": centers()[_number(year)]})
    for quarter in ("k1", "k2", "k3", "k4"):
        table[quarter] = np.round(random.uniform(60_000, 125_000, len(table)), -2)
    return table.sort_values("kst", ignore_index=True)


def _bookings(folder: Folder) -> None:
    for month in MONTHS:
        folder.csv(f"gb_{month:%Y%m}.csv", bookings(month), MAINFRAME)
    for year in _YEARS:
        known = pd.DataFrame({"kst": centers()[_number(year)], "naam": centers()["naam"]}).sort_values("kst")
        folder.csv(f"plaatsen/kp_{year}.csv", known, OFFICE)
        slipped = known.assign(naam=np.roll(known["naam"], 6))
        folder.csv(f"plaatsen/kp_{year}_concept.csv", slipped, OFFICE)
    names = pd.DataFrame(sorted(_ACCOUNTS.items()), columns=["rek", "naam"])
    folder.csv("rekeningschema.csv", names, OFFICE)
    folder.readme(
        "Grootboek",
        """Bookings on cost centers (kst), by month of booking. dc: D debet, C credit. jaar, periode: to which they
        belong.""",
        "plaatsen/: names of cost centers.",
    )


def _budgets(folder: Folder) -> None:
    for year in _YEARS:
        random = draws(f"company budget versions {year}")
        right = budgets(year)
        quarters = ["k1", "k2", "k3", "k4"]
        first = right.copy()
        first[quarters] = (first[quarters] * random.uniform(0.8, 1.2, (len(first), 4))).round(-2)
        requested = right.copy()
        requested[quarters] = (requested[quarters] * random.uniform(1.0, 1.3, (len(requested), 4))).round(-2)
        thousands = right.copy()
        thousands[quarters] = (first[quarters] / 1000).round(1)
        versions = {1: first, 2: right, 3: requested} if year != 2022 else {1: requested, 2: first, 3: right}
        for number, table in versions.items():
            folder.xlsx(f"bg_{year}_{number}.xlsx", {"Begroting": table}, (f"Begroting {year}", "EUR"))
        folder.xlsx(f"rvc/bg_{year}_tEUR.xlsx", {"Begroting": thousands}, (f"Begroting {year}", "duizend EUR"))
    folder.readme(
        "Begroting",
        "What cost centers may spend, by quarter (k1 to k4). Each year has three versions, in the order in which they "
        "were made; what the board approved is one of them, and its papers (gremien_prot) have the totals.",
    )


def _approved() -> Parts:
    rows = [(year, f"{budgets(year)[['k1', 'k2', 'k3', 'k4']].to_numpy().sum():,.0f}") for year in _YEARS]
    return [
        "The board of Norvane Handel approved these budgets, all cost centers together, in EUR:",
        pd.DataFrame(rows, columns=["year", "total"]),
    ]


PAPERS = (
    Paper("gremien_prot/2023/RvC_2023-01.pdf", "Raad van Commissarissen: begroting", _approved),
    Paper(
        "handbuch_norvane/HB-60_Kosten.pdf",
        "HB-60 Costs of cost centers",
        fixed(
            """What a cost center spends in a quarter is debits less credits of all accounts but what it is charged by
            others (Doorbelasting). The period and the year of the booking decide, not the day on which it was
            booked: what comes late is booked until the end of March. Period 13 belongs to the last quarter.""",
            "Overspent is what is spent above the budget of the quarter.",
        ),
    ),
    Paper(
        "post_export/2023/0105_kostenplaatsen.md",
        "Kostenplaatsen 2023",
        fixed(
            "Von: Buchhaltung. An: Norvane Handel. 5 January 2023.",
            """From this year cost centers have new numbers. Late bookings for 2022 keep the old ones. The lists
            called concept have slipped lines.""",
        ),
    ),
)
DATASETS = (
    Dataset("grootboek_kosten", _bookings),
    Dataset("begroting_handel", _budgets),
)
