"""Simulate the population: forecasts, and yearly registers by old and new district and by kind of residence."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, OFFICE
from headwater.suites.discovery.corpus.city._places import DISTRICTS, POPULATION

_AGES = ("0-5", "6-9", "10-15", "16-17", "18-24", "25-44", "45-64", "65-74", "75+")
_SHARES = (0.06, 0.037, 0.055, 0.018, 0.09, 0.285, 0.265, 0.1, 0.09)
_YEARS = range(2014, 2024)
_REFORM = 2022


@lru_cache(maxsize=1)
def _residents() -> pd.DataFrame:
    """Return the residents by year, present-day district, age and sex, with main and secondary residences."""
    random = draws("city population")
    rows = []
    growth = {district: float(random.normal(0.006, 0.007)) for district in DISTRICTS}
    for year in _YEARS:
        for district, level in POPULATION.items():
            total = level * (1 + growth[district]) ** (year - 2020) * float(random.normal(1, 0.002))
            ages = random.dirichlet(np.array(_SHARES) * 4000)
            for age, share in zip(_AGES, ages, strict=True):
                for sex, half in (("f", 0.508), ("m", 0.492)):
                    main = round(total * share * half * float(random.normal(1, 0.004)))
                    second = round(main * (0.09 if age == "18-24" else 0.021) * float(random.normal(1, 0.05)))
                    rows.append((year, district, age, sex, main, second))
    return pd.DataFrame(rows, columns=["year", "district", "age", "sex", "main", "secondary"])


def _old_districts(table: pd.DataFrame) -> pd.DataFrame:
    """Return the residents by district within the old boundaries. Up to 2021, 11 % of Westhang belonged to Lindenau."""
    result = table.copy()
    west, linden = result["district"] == "Westhang", result["district"] == "Lindenau"
    for column in ("main", "secondary"):
        part = (result.loc[west, column] * 0.11).round().astype(int)
        result.loc[west, column] -= part
        result.loc[linden, column] = result.loc[linden, column].to_numpy() + part.to_numpy()
    return result


def _register(folder: Folder) -> None:
    residents = _residents()
    for year, table in residents.groupby("year"):
        old = _old_districts(table) if year < _REFORM else table
        everyone = old.assign(residents=old["main"] + old["secondary"]).drop(columns=["main", "secondary"])
        folder.csv(f"bestand_{year}.csv", everyone, OFFICE)
        wide = old.pivot_table("main", "district", "age", "sum", sort=False).reset_index()
        folder.xlsx(f"hauptwohnung/einwohner_{year}_12_31.xlsx", {"Hauptwohnung": wide}, ("Einwohner, 31.12.",))
    residents = residents[residents["year"] < _REFORM]
    back = residents.drop(columns="secondary").rename(columns={"main": "residents"})
    folder.parquet("rueckrechnung/series_1.parquet", back)
    second = residents.assign(residents=residents["main"] + residents["secondary"])
    folder.parquet("rueckrechnung/series_2.parquet", second.drop(columns=["main", "secondary"]))
    trial = _old_districts(residents).drop(columns="secondary").rename(columns={"main": "residents"})
    folder.parquet("rueckrechnung/series_0.parquet", trial)
    folder.readme(
        "Population register",
        """Residents on 31 December by district, age and sex. On 1 January 2022 a part of Lindenau came to
        Westhang; files of single years have the boundaries that were in force on their day.""",
        files={
            "bestand_YYYY.csv": "everybody who is registered, with a main or a secondary residence",
            "hauptwohnung/": "main residences alone; an age group a column",
            "rueckrechnung/series_0.parquet": "2014 to 2021, main residences, boundaries until 2021",
            "rueckrechnung/series_1.parquet": "2014 to 2021, main residences, boundaries since 2022",
            "rueckrechnung/series_2.parquet": "2014 to 2021, main and secondary residences, boundaries since 2022",
        },
    )


def _forecast(folder: Folder) -> None:
    base = _residents()
    last = base[base["year"] == 2023].groupby(["district", "age"], sort=False)["main"].sum().reset_index()
    for base_year, factor in ((2019, 1.006), (2023, 1.0)):
        for name, step in (("low", -0.003), ("mid", 0.004), ("high", 0.009)):
            rows = [
                last.assign(year=year, residents=(last["main"] * factor * (1 + step) ** (year - base_year)).round(0))
                for year in range(base_year + 1, base_year + 17)
            ]
            table = pd.concat(rows)[["year", "district", "age", "residents"]].astype({"residents": int})
            folder.csv(f"base_{base_year}/variant_{name}.csv", table, BRITISH)
    folder.readme(
        "Population forecast", "Main residences. Three variants on two base years; the council uses mid of 2023."
    )


def _movements(folder: Folder) -> None:
    random = draws("city movements")
    for year in _YEARS:
        table = pd.DataFrame({"district": DISTRICTS})
        for name, rate in (("births", 0.0098), ("deaths", 0.0104), ("arrivals", 0.071), ("departures", 0.066)):
            table[name] = random.poisson([value * rate for value in POPULATION.values()])
        folder.json(f"movements_{year}.json", table.to_dict("records"))
    folder.readme("Births, deaths and moves", "Main residences by district, in the boundaries of the year.")


DATASETS = (
    Dataset("population_register", _register),
    Dataset("population_forecast", _forecast),
    Dataset("population_movements", _movements),
)
