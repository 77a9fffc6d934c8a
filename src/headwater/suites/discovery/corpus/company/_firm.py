"""Simulate Norvane, a vendor of business software: its companies, products, customers, staff and projects."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._draw import draws

UNITS = {"10": "Norvane SE", "20": "Norvane France SAS", "30": "Norvane Ltd", "40": "Norvane Inc."}
"""The companies of the group, keyed by their bookkeeping codes."""
CURRENCIES = {"10": "EUR", "20": "EUR", "30": "GBP", "40": "USD"}
PRODUCTS = {"HEL": "Planner", "BRK": "Connect", "MIM": "Insights", "TYR": "Guard", "IDU": "Archive"}
"""The brand name of each product, keyed by the code of its project."""
DEPARTMENTS = {
    "VI": "Vertrieb Innendienst",
    "VA": "Vertrieb Aussendienst",
    "KB": "Kundenbetreuung",
    "SA": "Service après-vente",
    "EN": "Entwicklung",
    "RZ": "Rechenzentrum",
    "BH": "Buchhaltung",
    "AC": "Achats",
    "RE": "Recht",
    "WE": "Werbung",
    "RH": "Ressources humaines",
}
_FIRST = (
    "Alder", "Brook", "Cinder", "Dorn", "Elster", "Ferro", "Garnet", "Halden", "Isar", "Juno",
    "Kepler", "Lumen", "Marlow", "Nord", "Orbis", "Pavel", "Quartz", "Rhein", "Sable", "Tarn",
    "Umber", "Vesta", "Wexel", "Xanten", "Yarrow", "Zirkon",
)  # fmt: skip
_SECOND = (
    "Logistik", "Foods", "Pharma", "Werke", "Retail", "Motors", "Energie", "Textil", "Papier", "Optics",
    "Marine", "Chemie", "Media", "Bau", "Mining", "Glas", "Holz", "Rail", "Health", "Cargo",
)  # fmt: skip
_SEGMENTS = {"1": 0.5, "2": 0.34, "3": 0.16}
_STAFF = 640
_FREE = 5000


@lru_cache(maxsize=1)
def accounts() -> pd.DataFrame:
    """Return customer accounts, some of which are internal."""
    random = draws("company accounts")
    names = [f"{one} {two}" for two in _SECOND for one in _FIRST]
    count = len(names)
    table = pd.DataFrame({"konto": [f"K{20_000 + 7 * at}" for at in range(count)], "name": names})
    table["bk"] = random.choice(list(UNITS), count, p=[0.4, 0.2, 0.18, 0.22])
    table["segment"] = random.choice(list(_SEGMENTS), count, p=list(_SEGMENTS.values()))
    table["since"] = pd.Timestamp("2015-01-01") + pd.to_timedelta(random.integers(0, 2300, count), unit="D")
    table["is_internal"] = random.random(count) < 0.05
    order = random.permutation(count)
    table["old"] = [f"A-{3_000 + int(at)}" for at in order]
    table["mandant"] = [f"t{int(at) * 7919 % 100_003:06x}" for at in random.permutation(count) + 11]
    return table


@lru_cache(maxsize=1)
def debtors() -> pd.DataFrame:
    """Return the debtors, one or two per account, with their numbers before July 2022 and afterwards."""
    random = draws("company debtors")
    known = accounts()
    second = known[random.random(len(known)) < 0.3]
    table = pd.concat([known, second])[["konto", "bk"]].reset_index(drop=True)
    count = len(table)
    table["alt"] = 10_000 + random.permutation(_FREE)[:count]
    table["neu"] = 10_000 + random.permutation(_FREE)[:count]
    return table


@lru_cache(maxsize=1)
def staff() -> pd.DataFrame:
    """Return the employees, with the last working day of those who have left."""
    random = draws("company staff")
    table = pd.DataFrame({"pnr": [f"{70_000 + 3 * at}" for at in range(_STAFF)]})
    table["bk"] = random.choice(list(UNITS), _STAFF, p=[0.5, 0.2, 0.12, 0.18])
    share = [0.09, 0.1, 0.12, 0.14, 0.3, 0.06, 0.05, 0.03, 0.02, 0.05, 0.04]
    table["abt"] = random.choice(list(DEPARTMENTS), _STAFF, p=share)
    hired = pd.Timestamp("2016-01-01") + pd.to_timedelta(random.integers(0, 2800, _STAFF), unit="D")
    table["hired"] = hired
    stay = pd.to_timedelta(random.integers(200, 4200, _STAFF), unit="D")
    left_on = hired + stay
    table["left"] = pd.Series(left_on).where(left_on < "2024-02-01")
    table["fte"] = random.choice([1.0, 0.8, 0.6, 0.5], _STAFF, p=[0.72, 0.14, 0.08, 0.06])
    table["sex"] = random.choice(["w", "m"], _STAFF, p=[0.41, 0.59])
    level = table["abt"].map({"EN": 66.0, "RE": 70.0, "VA": 62.0, "RZ": 58.0}).fillna(49.0)
    table["pay"] = np.round(level * 1000 * np.exp(random.normal(0, 0.2, _STAFF)), -2)
    return table


@lru_cache(maxsize=1)
def articles() -> pd.DataFrame:
    """Return article numbers, each with its project up to 2022 and its project from 2023 on."""
    random = draws("company articles")
    numbers = np.sort(random.choice(np.arange(1000, 9999), 60, replace=False))
    table = pd.DataFrame({"art": numbers})
    for name in ("until_2022", "since_2023", "never"):
        table[name] = random.permutation(list(PRODUCTS) * 12)
    table["text"] = random.choice(["Grundpaket", "Zusatz", "Option", "Betrieb", "Schulung"], 60)
    return table
