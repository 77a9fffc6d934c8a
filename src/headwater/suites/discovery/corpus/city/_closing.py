"""Simulate entries for months that are already closed: late bookings, transfers, internal charges and accruals."""

from __future__ import annotations

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import MAINFRAME, OFFICE, PLAIN

YEAR = 2023
REPEATED = 2
"""The month that was closed a second time."""
_WINTER = "5450"
_TRANSFERS, _CHARGES = 170, 30
_ACCRUED = (
    ("5450", 1, 1, 4, 96_400.0), ("5450", 3, 1, 6, 186_000.0), ("5450", 11, 11, 12, 52_300.0),
    ("5450", 2, 2, 2, 18_750.0), ("5410", 3, 3, 8, 240_000.0), ("2720", 1, 1, 12, 132_000.0),
    ("4240", 4, 1, 12, 90_000.0), ("5370", 3, 2, 5, 61_200.0),
)  # fmt: skip


def without_last_day(table: pd.DataFrame) -> pd.DataFrame:
    """Return a month as it was first closed, when the entries for its last day were missing for some products."""
    random = draws("city first closing")
    lacks = (random.random(len(table)) < 0.3) | (table["Produkt"] == _WINTER)
    return table.assign(
        Ist=np.where(lacks, table["Ist"] * random.uniform(0.985, 0.996, len(table)), table["Ist"]).round(2)
    )


def _transfers(products: list[str]) -> pd.DataFrame:
    random = draws("city transfers between products")
    rows = []
    for number in range(_TRANSFERS):
        pair = random.choice(products, 2, replace=False)
        if random.random() < 0.3:
            pair[int(random.integers(0, 2))] = _WINTER
        month = int(random.integers(1, 13))
        other = min(12, max(1, month + int(random.choice([-1, 0, 1], p=[0.2, 0.6, 0.2]))))
        day = pd.Timestamp(YEAR, month, 1) + pd.Timedelta(days=int(random.integers(33, 70)))
        amount = round(float(np.exp(random.normal(8.6, 0.9))), 2)
        rows.append((day, str(pair[0]), month, str(pair[1]), other, amount, number))
        if random.random() < 0.16:
            later = day + pd.Timedelta(days=int(random.integers(5, 40)))
            rows.append((later, str(pair[0]), month, str(pair[1]), other, 0.0, -1 - number))
    columns = ["datum", "von_produkt", "von_monat", "nach_produkt", "nach_monat", "betrag", "key"]
    table = pd.DataFrame(rows, columns=columns).sort_values(["datum", "key"], ignore_index=True)
    table.insert(0, "beleg", 40_100 + np.arange(len(table)))
    first = table[table["key"] >= 0].set_index("key")["beleg"]
    table["storniert"] = (-1 - table["key"]).map(first).where(table["key"] < 0).fillna(0).astype(int)
    return table.drop(columns="key")


def _charges(products: list[str]) -> pd.DataFrame:
    random = draws("city internal charges")
    pairs = {("5510", _WINTER), ("5410", _WINTER), ("5370", _WINTER), (_WINTER, "5470"), (_WINTER, "4240")}
    while len(pairs) < _CHARGES:
        giver, taker = random.choice(products, 2, replace=False)
        if _WINTER not in (giver, taker):
            pairs.add((str(giver), str(taker)))
    rows = []
    for giver, taker in sorted(pairs):
        for month in range(1, 13):
            size = 14.0 if _WINTER not in (giver, taker) else (48.0, 41.0, 37.0)[month - 1] if month <= 3 else 3.0
            rows.append((month, giver, taker, round(size * random.uniform(0.4, 1.6), 1)))
    table = pd.DataFrame(rows, columns=["monat", "leistet", "empfaengt", "keur"])
    return table.sort_values(["monat", "leistet", "empfaengt"], ignore_index=True)


def write_closing(folder: Folder, products: list[str]) -> None:
    """Write the year's transfers, charges and accruals, and the rules for costs."""
    folder.csv(f"{YEAR}/umbuchungen_{YEAR}.csv", _transfers(products), OFFICE)
    charges = _charges(products)
    planned = charges.assign(keur=(charges["keur"] * 1.08).round(1))
    folder.csv(f"{YEAR}/verrechnung_{YEAR}.csv", charges, MAINFRAME)
    folder.csv(f"{YEAR}/verrechnung_{YEAR}_plan.csv", planned, MAINFRAME)
    accrued = pd.DataFrame(_ACCRUED, columns=["produkt", "gebucht", "von", "bis", "eur"])
    folder.csv(f"{YEAR}/abgrenzung_{YEAR}.csv", accrued, PLAIN)
    folder.changes(
        (
            ("2022-11-07", "Files of months are in EUR with two decimals; they were whole euros until 2020."),
            (
                "2023-03-09",
                "February was closed again, as 2023/ist_2023_02_n.csv: the first run had been made before the last "
                "entries of 28 February. All later months have them.",
            ),
        )
    )
    folder.pdf(
        "regeln/KR-5_2019.pdf",
        "KR-5 Costs of a service in a month",
        ["In force since 1 January 2019.", "The costs of a service in a month are what was booked in it."],
    )
    folder.pdf(
        "regeln/KR-5_2023.pdf",
        "KR-5 Costs of a service in a month, second version",
        [
            "In force since 1 January 2023; it takes the place of the version of 2019.",
            "1. The costs of a service in a month are what was booked for its product in the month, by the files of "
            "months as they were closed last.",
            "2. A transfer (Umbuchung) takes an amount from a product and month and gives it to another. A voucher "
            "that a later one cancels does not count.",
            "3. What was booked in a month for several months (Abgrenzung) does not count there. Each of these months, "
            "from the first to the last, bears an equal part of it.",
            "4. What other products did for the service (Verrechnung) is added, and what it did for others is taken "
            "off, by what was charged in the end.",
        ],
    )
