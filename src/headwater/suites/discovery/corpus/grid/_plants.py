"""Simulate the network's plants, including renumbering, power changes and standstills."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus.grid._regions import REGIONS

_TECHNOLOGIES = ("wind", "solar", "biogas", "hydro")
_COUNT = 900
_RENUMBERED, _TWICE = 36, 5
_CHANGED = 70
_STOPPED = 44


@lru_cache(maxsize=1)
def plants() -> pd.DataFrame:
    random = draws("grid plants")
    table = pd.DataFrame({"plant": np.char.add("E", (1000 + np.arange(_COUNT)).astype(str))})
    table["technology"] = random.choice(list(_TECHNOLOGIES), _COUNT, p=[0.26, 0.58, 0.11, 0.05])
    table["region"] = random.choice(list(REGIONS), _COUNT)
    size = table["technology"].map({"wind": 2600, "solar": 240, "biogas": 480, "hydro": 350}).to_numpy()
    table["kw"] = np.round(size * np.exp(random.normal(0, 0.5, _COUNT)), 1)
    table["since"] = pd.Timestamp("2009-01-01") + pd.to_timedelta(random.integers(0, 5200, _COUNT), unit="D")
    table["until"] = pd.Timestamp("2022-02-01") + pd.to_timedelta(random.integers(0, 700, _COUNT), unit="D")
    table.loc[random.random(_COUNT) > 0.09, "until"] = pd.NaT
    table["module_kw"] = np.where(table["technology"] == "solar", (table["kw"] * 1.19).round(1), table["kw"])
    return table


@lru_cache(maxsize=1)
def renumbered() -> pd.DataFrame:
    """Return old and new plant numbers. Some plants were renumbered twice."""
    random = draws("grid numbers of plants")
    ran = plants()[plants()["until"].isna() & (plants()["since"] < "2022-01-01")]["plant"].to_numpy()
    last = random.choice(ran, _RENUMBERED, replace=False)
    spare = iter([f"E{number}" for number in 1900 + random.permutation(90)])
    rows = []
    for number, plant in enumerate(last):
        month = int(random.integers(2, 7))
        if number < _TWICE:
            middle = next(spare)
            rows.append((middle, plant, pd.Timestamp(2023, month + 4, 1)))
            rows.append((next(spare), middle, pd.Timestamp(2023, month, 1)))
        else:
            rows.append((next(spare), plant, pd.Timestamp(2023, month + int(random.integers(0, 6)), 1)))
    table = pd.DataFrame(rows, columns=["old", "new", "since"])
    return table.sort_values(["since", "old"], ignore_index=True)


@lru_cache(maxsize=1)
def power_changes() -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the changes in net power since 2023: first as built, then as announced."""
    random = draws("grid power of plants")
    ran = plants()[plants()["until"].isna() & (plants()["since"] < "2022-01-01")]
    ran = ran[ran["technology"].isin(["wind", "solar"])].set_index("plant")["kw"]
    rows = []
    for plant in random.choice(ran.index.to_numpy(), _CHANGED, replace=False):
        day = pd.Timestamp("2023-01-20") + pd.Timedelta(days=int(random.integers(0, 400)))
        power = round(float(ran[plant]) * random.uniform(0.7, 1.6), 1)
        rows.append((plant, day, power))
        if random.random() < 0.15:
            rows.append((plant, day + pd.Timedelta(days=int(random.integers(30, 150))), round(power * 1.1, 1)))
    built = pd.DataFrame(rows, columns=["plant", "since", "kw"]).sort_values(["since", "plant"], ignore_index=True)
    announced = built.assign(since=built["since"] - pd.to_timedelta(random.integers(0, 3, len(built)) * 14, unit="D"))
    announced["kw"] = (announced["kw"] * random.choice([1.0, 1.08], len(built), p=[0.8, 0.2])).round(1)
    return built, announced


@lru_cache(maxsize=1)
def standstills() -> pd.DataFrame:
    """Return the plants' standstills, each with its first and last day."""
    random = draws("grid standstills of plants")
    table = pd.DataFrame({"plant": random.choice(plants()["plant"].to_numpy(), _STOPPED, replace=False)})
    table["from"] = pd.Timestamp("2022-01-10") + pd.to_timedelta(random.integers(0, 700, _STOPPED), unit="D")
    table["to"] = table["from"] + pd.to_timedelta(random.integers(0, 40, _STOPPED), unit="D")
    return table.sort_values(["from", "plant"], ignore_index=True)
