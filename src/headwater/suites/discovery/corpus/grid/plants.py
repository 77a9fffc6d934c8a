"""Plants that feed in, their register, what was curtailed, and what connections are waiting."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, OFFICE, PLAIN, Style
from headwater.suites.discovery.corpus.grid._regions import CODES, REGIONS

_HOURS = {"wind": 2350, "solar": 960, "biogas": 5400, "hydro": 3900}
_COUNT = 900
_QUEUE = 4200
_RUNS = {"2022-12-31": ("Q-0731", "P"), "2023-03-31": ("Q-0702", "P"), "2023-06-30": ("Q-0748", "P"),
         "2023-06-28": ("Q-0745", "T"), "2023-09-30": ("Q-0756", "P"), "2023-12-31": ("Q-0759", "P"),
         "2023-12-29": ("Q-0761", "T"), "2024-03-31": ("Q-0770", "P")}  # fmt: skip


@lru_cache(maxsize=1)
def _plants() -> pd.DataFrame:
    random = draws("grid plants")
    table = pd.DataFrame({"plant": np.char.add("E", (1000 + np.arange(_COUNT)).astype(str))})
    table["technology"] = random.choice(list(_HOURS), _COUNT, p=[0.26, 0.58, 0.11, 0.05])
    table["region"] = random.choice(list(REGIONS), _COUNT)
    size = table["technology"].map({"wind": 2600, "solar": 240, "biogas": 480, "hydro": 350}).to_numpy()
    table["kw"] = np.round(size * np.exp(random.normal(0, 0.5, _COUNT)), 1)
    table["since"] = pd.Timestamp("2009-01-01") + pd.to_timedelta(random.integers(0, 5200, _COUNT), unit="D")
    table["until"] = pd.Timestamp("2022-02-01") + pd.to_timedelta(random.integers(0, 700, _COUNT), unit="D")
    table.loc[random.random(_COUNT) > 0.09, "until"] = pd.NaT
    table["module_kw"] = np.where(table["technology"] == "solar", (table["kw"] * 1.19).round(1), table["kw"])
    return table


def _register(folder: Folder) -> None:
    table = _plants()
    own = table.drop(columns="module_kw")
    folder.csv("plants.csv", own, BRITISH)
    folder.csv("plants_v2.csv", table.drop(columns="kw").rename(columns={"module_kw": "kw"}), BRITISH)
    folder.csv("plants_2021.csv", own[own["since"] < "2021-07-01"].assign(until=pd.NaT), BRITISH)
    folder.readme(
        "Register of plants",
        f"""Plants that feed in, with the first and last day of operation (empty: still running). Regions: {CODES}.""",
        files={
            "plants.csv": "net power at the connection, to which full-load hours refer",
            "plants_v2.csv": "for solar plants the power of the modules, as the register of the market has it",
            "plants_2021.csv": "state of July 2021; closures are not in it",
        },
    )


@lru_cache(maxsize=1)
def _feed() -> pd.DataFrame:
    """Return kilowatt-hours by plant and month."""
    random = draws("grid feed-in")
    plants = _plants()
    parts = []
    for month in pd.period_range("2022-01", "2023-12", freq="M"):
        running = plants[(plants["since"] <= month.end_time) & ~(plants["until"] < month.start_time)]
        angle = np.cos(2 * np.pi * (month.month - 1) / 12)
        season = running["technology"].map(
            {"wind": 1 + 0.4 * angle, "solar": 1 - 0.75 * angle, "biogas": 1.0, "hydro": 1 + 0.2 * angle}
        )
        energy = running["kw"] * running["technology"].map(_HOURS) / 12 * season * random.normal(1, 0.12, len(running))
        parts.append(pd.DataFrame({"month": str(month), "plant": running["plant"], "kwh": energy.round(0).astype(int)}))
    return pd.concat(parts, ignore_index=True)


def _feed_in(folder: Folder) -> None:
    table = _feed()
    random = draws("grid advance payments")
    for month, part in table.groupby("month"):
        folder.csv(f"{month[:4]}/feed_{month}.csv", part.drop(columns="month"), PLAIN)
        guess = part.assign(kwh=(part["kwh"] * random.normal(0.98, 0.1, len(part))).round(0).astype(int))
        folder.csv(f"{month[:4]}/advance/feed_{month}_final.csv", guess.drop(columns="month"), OFFICE)
    folder.readme(
        "Energy fed in",
        """kWh by plant and month as metered, without what was curtailed. advance/ has the estimates on which advance
        payments were made. Full-load hours of a technology in a year are the energy of the plants that ran on every
        day of the year, divided by their net power.""",
    )


def _curtailment(folder: Folder) -> None:
    random = draws("grid curtailment")
    wind = _plants()[_plants()["technology"].isin(["wind", "solar"])]
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
    allowed.""",
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
    Dataset("feed_in", _feed_in),
    Dataset("feed_in_orders", _curtailment),
    Dataset("connection_requests", _queue),
)
