"""Simulate rent data as it would appear in a survey and in advertisements."""

from __future__ import annotations

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import OFFICE
from headwater.suites.discovery.corpus.city._places import DISTRICTS


def _survey(year: int, level: float, count: int, topic: str) -> pd.DataFrame:
    random = draws(f"city rents {topic} {year}")
    table = pd.DataFrame({"dwelling": np.arange(1, count + 1), "district": random.choice(DISTRICTS, count)})
    table["built"] = random.choice(
        ["before 1949", "1949-1978", "1979-2001", "since 2002"], count, p=[0.26, 0.38, 0.2, 0.16]
    )
    table["area_m2"] = np.round(random.normal(68, 19, count).clip(22, 160), 1)
    place = table["district"].map(dict(zip(DISTRICTS, np.linspace(1.18, 0.86, len(DISTRICTS)), strict=True)))
    age = table["built"].map({"before 1949": 1.02, "1949-1978": 0.93, "1979-2001": 1.0, "since 2002": 1.24})
    per_meter = level * place * age * np.exp(random.normal(0, 0.13, count))
    table["net_rent"] = np.round(per_meter * table["area_m2"], 2)
    table["gross_rent"] = np.round(table["net_rent"] + table["area_m2"] * random.normal(2.6, 0.3, count), 2)
    table["weight"] = np.round(random.gamma(9, 1.6, count), 3)
    return table


def _rents(folder: Folder) -> None:
    for year, level, letters in ((2019, 8.2, "ab"), (2021, 8.9, "ba"), (2023, 9.8, "ab")):
        tenants = _survey(year, level, 3200, "tenants")
        adverts = _survey(year, level * 1.27, 5100, "adverts").assign(weight=1.0)
        folder.parquet(f"{year}/sample_{letters[0]}.parquet", tenants)
        folder.parquet(f"{year}/sample_{letters[1]}.parquet", adverts)
        means = tenants.assign(r=tenants["gross_rent"] / tenants["area_m2"]).groupby("district")["r"].mean().round(2)
        folder.csv(f"{year}/table_final.csv", means.rename("eur_per_m2").reset_index(), OFFICE)
        folder.text(
            f"{year}/notes.md",
            f"# Rents {year}\n\n- sample_{letters[0]}: survey of tenants, existing contracts; weighted\n"
            f"- sample_{letters[1]}: advertisements of portals, asking rents; each weight is 1\n"
            "- table_final.csv: press table, unweighted means of rents with running costs\n",
        )
    folder.readme(
        "Rents",
        """Samples of dwellings for the rent index. net_rent is without running costs, gross_rent with them, in EUR a
        month. Statements on the city are weighted: the sum of weight times rent over the sum of weight times area.
        notes.md of each year says which sample is which.""",
    )


DATASETS = (Dataset("rent_samples", _rents),)
