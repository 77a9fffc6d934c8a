"""Simulate the police's road accident files: preliminary and final files, and a change of codes."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import MAINFRAME
from headwater.suites.discovery.corpus.city._places import DISTRICTS, POPULATION

_YEARS = range(2018, 2024)


@lru_cache(maxsize=1)
def _accidents() -> pd.DataFrame:
    random = draws("city accidents")
    parts = []
    weights = np.array(list(POPULATION.values()), dtype=float)
    for year in _YEARS:
        count = int(random.poisson(2300 - 60 * (year - 2018)))
        minutes = np.sort(random.integers(0, 365 * 1440, count))
        table = pd.DataFrame({"time": pd.Timestamp(f"{year}-01-01") + pd.to_timedelta(minutes, unit="min")})
        table.insert(0, "case", np.char.add(f"V{year % 100}", np.char.zfill(np.arange(1, count + 1).astype(str), 5)))
        table["district"] = random.choice(DISTRICTS, count, p=weights / weights.sum())
        table["harm"] = random.choice(["fatal", "serious", "slight"], count, p=[0.008, 0.152, 0.84])
        for name, share in (("bicycle", 0.34), ("pedestrian", 0.14), ("car", 0.78), ("motorcycle", 0.07)):
            table[name] = (random.random(count) < share).astype(int)
        # Some victims die within 30 days, and some injuries turn out to be more severe.
        table["early_harm"] = table["harm"].where(random.random(count) > 0.06, "slight")
        table["is_late"] = random.random(count) < 0.05
        parts.append(table)
    return pd.concat(parts, ignore_index=True)


_OLD = {"fatal": 1, "serious": 2, "slight": 3}
_SHIFTED = {"fatal": 4, "serious": 3, "slight": 2}


def _files(folder: Folder) -> None:
    for year, part in _accidents().groupby(_accidents()["time"].dt.year):
        codes = _OLD if year < 2021 else _SHIFTED
        plain = part.drop(columns=["early_harm", "is_late"])
        table = plain.assign(harm=plain["harm"].map(codes)).rename(columns={"harm": "category"})
        early = part[~part["is_late"]].drop(columns=["is_late", "harm"])
        early = early.assign(early_harm=early["early_harm"].map(codes)).rename(columns={"early_harm": "category"})
        folder.csv(f"accidents_{year}.csv", early[table.columns])
        folder.csv(f"accidents_{year}_b.csv", table)
        cars = table[table["car"] == 1].drop(columns="car")
        folder.csv(f"insurance/accidents_{year}_full.txt", cars, MAINFRAME)
    folder.readme(
        "Road accidents with injured persons",
        "Recorded by the police. `category` is the worst harm to anybody; its codes are in codebook.md.",
        files={
            "accidents_YYYY.csv": "in February: cases that were closed by then, harm as at the scene",
            "accidents_YYYY_b.csv": "in July: all cases, harm after 30 days; official statistics are made of it",
            "insurance/accidents_YYYY_full.txt": "for insurers: accidents with cars",
        },
    )
    folder.text(
        "codebook.md",
        "# Codes of `category`\n\n| years | 1 | 2 | 3 | 4 |\n| --- | --- | --- | --- | --- |\n"
        "| 2018 to 2020 | fatal | seriously injured | slightly injured | |\n"
        "| since 2021 | damage only (not in these files) | slightly injured | seriously injured | fatal |\n\n"
        "`bicycle`, `pedestrian`, `car`, `motorcycle`: 1 if at least one was involved.\n",
    )


def _atlas(folder: Folder) -> None:
    """Write a research group's atlas, which covers three of the years in the police files."""
    table = _accidents()
    for year in (2021, 2022, 2023):
        part = table[table["time"].dt.year == year]
        atlas = pd.DataFrame({"UJAHR": year, "UMONAT": part["time"].dt.month, "USTUNDE": part["time"].dt.hour})
        atlas["UKATEGORIE"] = part["harm"].map(_OLD)
        atlas["IstRad"], atlas["IstFuss"] = part["bicycle"], part["pedestrian"]
        keep = ~((part["district"] == "Hafen") & (part["is_late"]))
        folder.csv(f"Unfallorte{year}.csv", atlas[keep.to_numpy()])
    folder.readme("Accident atlas", "UKATEGORIE: 1 fatal, 2 serious, 3 slight. Cases without coordinates are left out.")


DATASETS = (Dataset("road_accidents", _files), Dataset("accident_atlas", _atlas))
