"""Simulate the register of generating plants, curtailed energy, and pending connection requests."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, OFFICE, PLAIN, Style
from headwater.suites.discovery.corpus.grid._plants import plants, power_changes, renumbered, standstills
from headwater.suites.discovery.corpus.grid._regions import CODES, REGIONS

_QUEUE = 4200
_RUNS = {"2022-12-31": ("Q-0731", "P"), "2023-03-31": ("Q-0702", "P"), "2023-06-30": ("Q-0748", "P"),
         "2023-06-28": ("Q-0745", "T"), "2023-09-30": ("Q-0756", "P"), "2023-12-31": ("Q-0759", "P"),
         "2023-12-29": ("Q-0761", "T"), "2024-03-31": ("Q-0770", "P")}  # fmt: skip


def _register(folder: Folder) -> None:
    table = plants()
    own = table.drop(columns="module_kw")
    folder.csv("plants.csv", own, BRITISH)
    folder.csv("plants_v2.csv", table.drop(columns="kw").rename(columns={"module_kw": "kw"}), BRITISH)
    folder.csv("plants_2021.csv", own[own["since"] < "2021-07-01"].assign(until=pd.NaT), BRITISH)
    folder.csv("renumbered.csv", renumbered(), PLAIN)
    built, announced = power_changes()
    folder.csv("power_changes.csv", built, PLAIN)
    folder.csv("power_changes_announced.csv", announced, PLAIN)
    folder.csv("standstills.csv", standstills(), BRITISH)
    folder.readme(
        "Register of plants",
        f"""Plants that feed in, with the first and last day of operation (empty: still running). Regions: {CODES}. A
        plant stays one plant when it gets another number, and the register has its last number.""",
        files={
            "plants.csv": "net power at the connection on 1 January 2023",
            "plants_v2.csv": "for solar plants the power of the modules, as the register of the market has it",
            "plants_2021.csv": "state of July 2021; closures are not in it",
            "renumbered.csv": "numbers that changed, and since which day the new one holds",
            "power_changes.csv": "net power at the connection that changed since then, and from which day",
            "power_changes_announced.csv": "the same as it had been announced; some of it was built otherwise or later",
            "standstills.csv": "first and last day on which a plant was out of operation as a whole",
        },
    )


def _curtailment(folder: Folder) -> None:
    random = draws("grid curtailment")
    wind = plants()[plants()["technology"].isin(["wind", "solar"])]
    for period in pd.period_range("2022Q1", "2023Q4", freq="Q"):
        count = int(random.poisson(620))
        table = pd.DataFrame({"order": [f"{period}-{at:04d}" for at in range(1, count + 1)]})
        table["plant"] = random.choice(wind["plant"], count)
        begin = period.start_time + pd.to_timedelta(random.integers(0, 90 * 96, count) * 15, unit="min")
        table["began"] = begin
        table["ended"] = begin + pd.to_timedelta(random.integers(1, 40, count) * 15, unit="min")
        table["step_percent"] = random.choice([0, 30, 60], count, p=[0.5, 0.3, 0.2])
        table["lost_mwh"] = np.round(random.gamma(1.5, 1.4, count), 2)
        claimed = table.assign(lost_mwh=(table["lost_mwh"] * 1.22).round(2))
        folder.csv(f"orders_{period}.csv", claimed, PLAIN)
        folder.csv(f"orders_{period}_agreed.csv", table.iloc[::-1].drop(columns="step_percent"), OFFICE)
    folder.readme(
        "Curtailment",
        """Orders to feed in less. orders_PERIOD.csv has the lost energy as operators of plants claimed it, the agreed
        file what both sides accepted in the end, which is what is paid. step_percent is the power that was still
        allowed. Plants have the numbers of the register. PERIOD is the quarter in which an order began.""",
    )


@lru_cache(maxsize=1)
def _requests() -> pd.DataFrame:
    random = draws("grid queue")
    table = pd.DataFrame({"request": 9000 + np.arange(_QUEUE)})
    table["filed"] = pd.Timestamp("2021-06-01") + pd.to_timedelta(np.sort(random.integers(0, 1000, _QUEUE)), unit="D")
    table["region"] = random.choice(list(REGIONS), _QUEUE)
    table["kind"] = random.choice(["solar", "storage", "charging park", "wind"], _QUEUE, p=[0.55, 0.2, 0.17, 0.08])
    table["kw"] = np.round(np.exp(random.normal(5.2, 1.1, _QUEUE)), 0).astype(int)
    table["answered"] = table["filed"] + pd.to_timedelta(random.gamma(2.2, 55, _QUEUE).round(), unit="D")
    table["withdrawn"] = table["filed"] + pd.to_timedelta(random.integers(20, 500, _QUEUE), unit="D")
    table.loc[random.random(_QUEUE) > 0.12, "withdrawn"] = pd.NaT
    return table


def _queue(folder: Folder) -> None:
    table = _requests()
    for day, (run, kind) in _RUNS.items():
        rows = table[table["filed"] <= day].copy()
        state = pd.Series("open", rows.index).where(rows["answered"] > day, "answered")
        rows["state"] = state.where(~((rows["withdrawn"] <= day) & (rows["answered"] > rows["withdrawn"])), "withdrawn")
        style = Style(
            ";", ",", "cp1252", "%d.%m.%Y", preamble=(f"Anschlussbegehren; {run}; Stand {day}; {kind}",), newline="\r\n"
        )
        rows = rows if kind == "P" else rows[rows["region"] != "MET"]
        folder.csv(f"{run}.csv", rows.drop(columns=["answered", "withdrawn"]), style)
    folder.readme(
        "Requests for connection",
        """Each file is the whole list on a day; its first line has the run, the day (Stand) and the kind: P
        productive, T a test without the region Metro. Numbers of runs do not follow the days. state: open, answered or
    withdrawn.""",
    )


DATASETS = (
    Dataset("plant_register", _register),
    Dataset("feed_in_orders", _curtailment),
    Dataset("connection_requests", _queue),
)
