"""Simulate payments to suppliers, and the register of suppliers."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import MAINFRAME, OFFICE

_FIRST = ("Nord", "Hansa", "Maren", "Linden", "Delta", "Fels", "Auen", "Kern", "Sonnen", "Berg")
_SECOND = ("bau", "technik", "reinigung", "druck", "garten", "energie", "verkehr", "planung", "sicherheit", "catering")
_GROUPS = ("Nordbau Holding", "Fels Gruppe", "Delta Services", "")
_DEPARTMENTS = ("Roads", "Schools", "Parks", "Pools and sports", "Libraries", "Fire brigade", "Administration")
_COUNT = 26_000


@lru_cache(maxsize=1)
def _suppliers() -> pd.DataFrame:
    random = draws("city suppliers")
    names = [f"{one}{two} GmbH" for one in _FIRST for two in _SECOND]
    table = pd.DataFrame({"supplier_id": 70_000 + 17 * np.arange(len(names)), "name": names})
    table["parent"] = random.choice(_GROUPS, len(names), p=[0.12, 0.1, 0.1, 0.68])
    # Some suppliers move to another parent company in 2023.
    changed = random.choice(len(names), 14, replace=False)
    table["parent_2023"] = table["parent"]
    table.loc[changed, "parent_2023"] = random.choice(_GROUPS, len(changed), p=[0.5, 0.2, 0.2, 0.1])
    return table


@lru_cache(maxsize=1)
def _payments() -> pd.DataFrame:
    """Return vouchers and their reversals. A reversal has the same amount as the voucher that it reverses."""
    random = draws("city payments")
    suppliers = _suppliers()
    day = pd.Timestamp("2021-01-01") + pd.to_timedelta(np.sort(random.integers(0, 1095, _COUNT)), unit="D")
    table = pd.DataFrame({"voucher": 4_100_000 + np.arange(_COUNT), "booked": day})
    table["supplier_id"] = random.choice(suppliers["supplier_id"], _COUNT)
    table["department"] = random.choice(_DEPARTMENTS, _COUNT, p=[0.24, 0.2, 0.14, 0.12, 0.06, 0.08, 0.16])
    table["amount"] = np.round(np.exp(random.normal(7.4, 1.3, _COUNT)), 2)
    table["kind"] = "ZA"
    reversed_rows = table.iloc[np.flatnonzero(random.random(_COUNT) < 0.03)].copy()
    reversed_rows["kind"] = "ST"
    reversed_rows["booked"] += pd.to_timedelta(random.integers(2, 40, len(reversed_rows)), unit="D")
    reversed_rows["voucher"] = 9_000_000 + np.arange(len(reversed_rows))
    both = pd.concat([table, reversed_rows]).sort_values(["booked", "voucher"], ignore_index=True)
    return both[both["booked"] < "2024-01-01"]


def _ledger(folder: Folder) -> None:
    payments = _payments()
    signed = payments.copy()
    negative = (signed["kind"] == "ST") & (signed["booked"] >= "2023-01-01")
    signed.loc[negative, "amount"] *= -1
    for period, part in signed.groupby(signed["booked"].dt.to_period("Q")):
        table = part.rename(columns={"voucher": "Beleg", "booked": "Datum", "supplier_id": "Kreditor",
                                     "department": "Amt", "amount": "Betrag", "kind": "Art"})  # fmt: skip
        folder.csv(f"zahlungen_{period.year}_Q{period.quarter}.csv", table, OFFICE)
        if period.year == 2022:
            early = table[table["Datum"] <= period.end_time.normalize() - pd.Timedelta(days=6)]
            folder.csv(f"archive/zahlungen_{period.year}_Q{period.quarter}_final.csv", early, OFFICE)
    folder.readme(
        "Payments to suppliers",
        """Every voucher of the treasury's ledger, a file a quarter by the day of booking. Art is ZA for a payment and
        ST for the reversal of an earlier payment. Until the end of 2022 a reversal has a positive amount; since
        January 2023 it is booked with a negative one. Net payments are payments less reversals.""",
        """The folder archive has the files of 2022 as they were closed six days before the end of each quarter; later
        vouchers are missing there.""",
    )


def _transparency(folder: Folder) -> None:
    """Write the city's published extract, which contains only large payments and ignores reversals."""
    payments = _payments()
    large = payments[(payments["kind"] == "ZA") & (payments["amount"] >= 5000)]
    names = _suppliers().set_index("supplier_id")["name"]
    for year, part in large.groupby(large["booked"].dt.year):
        table = part.assign(supplier=part["supplier_id"].map(names))[["booked", "supplier", "department", "amount"]]
        folder.csv(f"payments_{year}.csv", table)
        folder.jsonl(f"payments_{year}.jsonl", table)
    folder.readme(
        "Payments over 5,000 euros",
        "Published every year: payments of 5,000 euros or more, before reversals. Smaller ones are left out.",
    )


def _register(folder: Folder) -> None:
    suppliers = _suppliers()
    now = suppliers.drop(columns="parent").rename(columns={"parent_2023": "parent"})
    then = suppliers.drop(columns="parent_2023")
    folder.csv("register_a.txt", then, MAINFRAME)
    folder.csv("register_b.txt", now, MAINFRAME)
    draft = now.copy()
    draft.loc[draft["supplier_id"] % 5 == 0, "parent"] = ""
    folder.csv("register_c.txt", draft, MAINFRAME)
    folder.readme(
        "Register of suppliers",
        "Name and parent company (Konzern) of each supplier. The register is exported on a fixed day.",
        files={
            "register_a.txt": "as of 31 December 2022",
            "register_b.txt": "as of 31 December 2023",
            "register_c.txt": "migration test of March 2024; parents of every fifth supplier were lost",
        },
    )


DATASETS = (
    Dataset("supplier_payments", _ledger),
    Dataset("payments_over_5000", _transparency),
    Dataset("supplier_register", _register),
)
