"""Simulate large customers' metered energy, with metering points that change customers, and a correction register."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import MAINFRAME, OFFICE, PLAIN

_POINTS, _CUSTOMERS = 420, 130
_MONTHS = [str(month) for month in pd.period_range("2022-01", "2023-12", freq="M")]
_BRANCHES = {  # maps each WZ 2008 code to its name and WZ 2003 code
    "10": ("Nahrungsmittel", "15"), "13": ("Textilien", "17"), "16": ("Holzwaren", "20"), "17": ("Papier, Pappe", "21"),
    "20": ("Chemie", "24"), "22": ("Gummi, Kunststoff", "25"), "23": ("Glas, Keramik, Zement", "26"),
    "24": ("Metallerzeugung", "27"), "25": ("Metallerzeugnisse", "28"), "28": ("Maschinenbau", "29"),
    "52": ("Lagerei", "63"), "86": ("Gesundheit", "85"),
}  # fmt: skip
_FIRST = ("Alder", "Brook", "Carver", "Dale", "Eastly", "Farrow", "Garnet", "Hollis", "Ivory", "Jarrow", "Keld",
          "Lorne", "Marsh", "Norden", "Orrin", "Pell", "Quarry", "Rowan", "Selby", "Thorn", "Upton", "Vale",
          "Wick")  # fmt: skip
_FORMS = ("GmbH", "AG", "KG", "SE", "Werke", "eG")


@lru_cache(maxsize=1)
def _customers() -> pd.DataFrame:
    random = draws("grid large customers")
    names = [f"{_FIRST[at % len(_FIRST)]} {_FORMS[at // len(_FIRST)]}"
             for at in range(_CUSTOMERS)]  # fmt: skip
    table = pd.DataFrame({"kd": 70_000 + np.arange(_CUSTOMERS) * 7, "firma": names})
    table["wz"] = random.choice(list(_BRANCHES), _CUSTOMERS)
    return table


@lru_cache(maxsize=1)
def _links() -> pd.DataFrame:
    """Return metering points with their customers. About a third of the points change customers."""
    random = draws("grid points of large customers")
    customers = _customers()["kd"].to_numpy()
    rows = []
    for number in range(_POINTS):
        point = f"ZP{20_000 + number * 13}"
        first, second = random.choice(customers, 2, replace=False)
        if random.random() < 0.34:
            change = pd.Timestamp(str(random.choice(pd.period_range("2022-06", "2023-11", freq="M"))))
            rows.append((point, first, pd.Timestamp("2020-01-01"), change - pd.Timedelta(days=1)))
            rows.append((point, second, change, pd.NaT))
        else:
            rows.append((point, first, pd.Timestamp("2020-01-01"), pd.NaT))
    return pd.DataFrame(rows, columns=["zp", "kd", "ab", "bis"])


@lru_cache(maxsize=1)
def _values() -> pd.DataFrame:
    random = draws("grid energy of large customers")
    points = _links()["zp"].unique()
    level = np.exp(random.normal(11.4, 0.9, len(points)))
    parts = []
    for month in _MONTHS:
        energy = np.rint(level * np.exp(random.normal(0, 0.12, len(points)))).astype(int)
        parts.append(pd.DataFrame({"monat": month, "zp": points, "kwh": energy}))
    return pd.concat(parts, ignore_index=True)


def _metered(folder: Folder) -> None:
    random = draws("grid state of energy of large customers")
    for month, part in _values().groupby("monat"):
        state = np.where(random.random(len(part)) < 0.9, "W", "E")
        folder.csv(f"RLM_{month.replace('-', '')}.csv", part.drop(columns="monat").assign(st=state), MAINFRAME)
    folder.readme(
        "Zählwerte RLM",
        "Energy by month and metering point of customers with load profiles, as it left the head end.",
        "Corrections are made under RL 9-06; this folder is not delivered again.",
    )


def _master(folder: Folder) -> None:
    links, customers = _links(), _customers()
    folder.csv("zuordnung.csv", links, OFFICE)
    early = links[links["ab"] < "2022-10-01"].copy()
    early["bis"] = early["bis"].where(early["bis"] < "2022-10-01")
    folder.csv("zuordnung_geprueft.csv", early, OFFICE)
    folder.csv("kunden.csv", customers, OFFICE)
    old = customers.assign(wz=customers["wz"].map({code: old for code, (_, old) in _BRANCHES.items()}))
    folder.csv("kunden_neu.csv", old.iloc[::-1], OFFICE)
    for year, rows in (
        ("2008", [(code, words) for code, (words, _) in _BRANCHES.items()]),
        ("2003", [(code, words) for words, code in _BRANCHES.values()]),
    ):
        folder.csv(f"schluessel_wz{year}.csv", pd.DataFrame(rows, columns=["wz", "text"]), OFFICE)
    folder.readme(
        "Stammdaten RLM",
        "Points, customers and branches. ab and bis are the first and the last day; no bis: until further notice. A "
        "point changes hands on the first of a month.",
    )


@lru_cache(maxsize=1)
def _corrections() -> pd.DataFrame:
    random = draws("grid corrections of energy")
    values = _values()[_values()["monat"] >= "2023-01"]
    picked = values.iloc[np.sort(random.choice(len(values), 260, replace=False))]
    rows = []
    for number, row in enumerate(picked.itertuples(index=False)):
        day = pd.Timestamp(f"{row.monat}-01") + pd.Timedelta(days=int(random.integers(35, 90)))
        rows.append((day, row.zp, row.monat, "E", round(row.kwh * random.uniform(0.4, 1.9)), number))
        if random.random() < 0.16:  # some values are corrected a second time
            again = day + pd.Timedelta(days=int(random.integers(5, 30)))
            rows.append((again, row.zp, row.monat, "E", round(row.kwh * random.uniform(0.6, 1.4)), number + 1000))
        if random.random() < 0.2:
            rows.append((day + pd.Timedelta(days=40), row.zp, row.monat, "S", 0, number))
    table = pd.DataFrame(rows, columns=["eingang", "zp", "monat", "art", "kwh", "key"])
    table = table.sort_values(["eingang", "key", "art"], ignore_index=True)
    table.insert(0, "lfd", 1 + np.arange(len(table)))
    first = table[table["art"] == "E"].set_index("key")["lfd"]
    table["bezug"] = table["key"].map(first).where(table["art"] == "S").fillna(0).astype(int)
    return table.drop(columns="key")


def _register(folder: Folder) -> None:
    table = _corrections()
    random = draws("grid register of corrections as exported early")
    folder.csv("register_k1.csv", table, PLAIN)
    other = table[random.random(len(table)) < 0.955].copy()
    is_some = (random.random(len(other)) < 0.05) & (other["art"] == "E")
    other["kwh"] = other["kwh"].where(~is_some, other["kwh"] * 10)
    folder.csv("register_k2.csv", other, PLAIN)
    standing = table[(table["art"] == "E")]
    folder.pdf(
        "jahresbericht_messwesen_2023.pdf",
        "Messwesen: report on 2023",
        [
            "The register of corrections (RL 9-06) was closed on 15 March 2024.",
            f"It has {len(table)} entries for the months of 2023, of which {int((table['art'] == 'S').sum())} cancel "
            f"an earlier one. The values entered sum up to {int(standing['kwh'].sum())} kWh.",
            "Two copies of the register were handed out; only one was taken after the keying errors of February 2024 "
            "had been repaired.",
        ],
    )
    folder.readme(
        "Berichtigungen RLM",
        "Register of corrections for the months of 2023. lfd: number of the entry; bezug: the entry that is cancelled; "
        "art: see RL 9-06.",
    )


DATASETS = (
    Dataset("zaehlwerte_rlm", _metered),
    Dataset("stammdaten_rlm", _master),
    Dataset("berichtigungen_rlm", _register),
)
