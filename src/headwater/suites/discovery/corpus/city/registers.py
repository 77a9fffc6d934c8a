"""Simulate yearly snapshots of the tree and staff registers."""

from __future__ import annotations

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, MAINFRAME
from headwater.suites.discovery.corpus.city._places import DISTRICTS

_SPECIES = (
    "Tilia cordata",
    "Acer platanoides",
    "Platanus acerifolia",
    "Quercus robur",
    "Betula pendula",
    "Ginkgo biloba",
)
_TREES = 9000
_OFFICES = (
    "Roads",
    "Schools",
    "Parks",
    "Pools and sports",
    "Libraries",
    "Fire brigade",
    "Administration",
    "Youth",
    "Planning",
)


def _trees(folder: Folder) -> None:
    random = draws("city trees")
    table = pd.DataFrame(
        {
            "tree": 1000 + np.arange(_TREES),
            "species": random.choice(_SPECIES, _TREES, p=[0.28, 0.24, 0.16, 0.14, 0.12, 0.06]),
        }
    )
    table["district"] = random.choice(DISTRICTS, _TREES)
    table["planted"] = random.integers(1905, 2024, _TREES)
    table["felled"] = np.where(random.random(_TREES) < 0.11, random.integers(2016, 2025, _TREES), 9999)
    table["girth_cm"] = ((2024 - table["planted"]) * random.normal(1.9, 0.3, _TREES) + 14).round().astype(int)
    table["owner"] = random.choice(["parks", "schools", "roads"], _TREES, p=[0.6, 0.1, 0.3])
    for year in (2017, 2019, 2021, 2023):
        part = table[(table["planted"] <= year) & (table["felled"] > year)].drop(columns="felled")
        folder.csv(f"kataster_{year}.csv", part, BRITISH)
        folder.csv(f"kataster_{year}_all.csv", part[part["owner"] != "schools"], BRITISH)
    felled_trees = table[table["felled"] < 9999]
    folder.jsonl("fellings.jsonl", felled_trees[["tree", "felled"]])
    folder.readme(
        "Cadaster of street trees",
        """Trees that stand at the end of the year. Files that end in `_all` were for the map and lack the trees of
        schools; the name means all species.""",
    )


def _staff(folder: Folder) -> None:
    random = draws("city staff")
    for year in range(2018, 2024):
        rows = []
        for office in _OFFICES:
            heads = int(random.integers(90, 900))
            full = round(heads * float(random.uniform(0.72, 0.93)), 1)
            rows.append((office, heads, full, round(full * float(random.uniform(1.02, 1.09)), 1)))
        table = pd.DataFrame(rows, columns=["office", "heads", "fte", "posts"])
        folder.csv(f"personal_{year}a.csv", table[["office", "heads"]].rename(columns={"heads": "staff"}), MAINFRAME)
        folder.csv(f"personal_{year}b.csv", table[["office", "fte"]].rename(columns={"fte": "staff"}), MAINFRAME)
        folder.csv(f"personal_{year}c.csv", table[["office", "posts"]].rename(columns={"posts": "staff"}), MAINFRAME)
    folder.text(
        "schluessel.md",
        "# Staff on 30 June\n\nThe letter after the year: a heads; b full-time equivalents of those employed;\n"
        "c posts in the staff plan, filled or not.\n",
    )


DATASETS = (Dataset("tree_cadaster", _trees), Dataset("city_staff", _staff))
