"""Simulate containers, declarations, trains and fuel."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, OFFICE, PLAIN

_CODES = {"coffee": ("090111", "0901.11"), "steel": ("720851", "7208.51"), "timber": ("440711", "4407.11"),
          "fish": ("030213", "0302.13"), "cars": ("870323", "8703.23"), "paper": ("480255", "4802.55")}  # fmt: skip
_DECLARATIONS = 16_000


def _containers(folder: Folder) -> None:
    random = draws("port containers")
    kinds = ["discharge", "load", "restow", "transshipment in", "transshipment out"]
    for period in pd.period_range("2021-01", "2023-12", freq="M"):
        for terminal, level in (("CE", 620), ("CW", 410)):
            count = int(random.poisson(level * 1.02 ** (period.year - 2021)))
            table = pd.DataFrame(
                {
                    "day": period.start_time
                    + pd.to_timedelta(np.sort(random.integers(0, period.days_in_month, count)), unit="D")
                }
            )
            table["move"] = random.choice(kinds, count, p=[0.36, 0.35, 0.09, 0.1, 0.1])
            table["feet"] = random.choice([20, 40, 45], count, p=[0.34, 0.6, 0.06])
            table["is_full"] = (random.random(count) < 0.78).astype(int)
            table["boxes"] = random.integers(5, 60, count)
            folder.parquet(f"{terminal}/moves_{period}.parquet", table)
            billed = table[table["move"] != "restow"].assign(boxes=table["boxes"] + (random.random(count) < 0.1))
            folder.csv(f"{terminal}/billing/moves_{period}_final.csv", billed, OFFICE)
    folder.readme(
        "Moves of containers",
        """A row is a group of boxes of one length that were moved on a day; terminals CE (Container East) and CW
        (Container West). Boxes of 20 feet count as 1 TEU, longer ones as 2. Throughput is all moves but restows;
        transshipments count twice, in and out. billing/ has what was invoiced, which also has boxes that were booked
    and did not come.""",
    )


@lru_cache(maxsize=1)
def _declarations() -> pd.DataFrame:
    random = draws("port customs")
    table = pd.DataFrame({"declaration": 40_000 + np.arange(_DECLARATIONS)})
    table["lodged"] = pd.Timestamp("2021-01-01") + pd.to_timedelta(
        np.sort(random.integers(0, 1095, _DECLARATIONS)), unit="D"
    )
    table["good"] = random.choice(list(_CODES), _DECLARATIONS, p=[0.12, 0.22, 0.2, 0.18, 0.12, 0.16])
    table["kg"] = np.round(np.exp(random.normal(9.4, 0.8, _DECLARATIONS)), 0).astype(int)
    table["eur"] = np.round(table["kg"] * random.uniform(0.8, 6.0, _DECLARATIONS), 2)
    return table


def _customs(folder: Folder) -> None:
    random = draws("port amendments")
    table = _declarations()
    first = table.assign(version=1, state="accepted", filed=table["lodged"])
    chosen = table[random.random(len(table)) < 0.17]
    second = chosen.assign(
        version=2,
        state="amended",
        filed=chosen["lodged"] + pd.to_timedelta(random.integers(5, 80, len(chosen)), unit="D"),
    )
    second["kg"] = (second["kg"] * random.uniform(0.7, 1.3, len(second))).round().astype(int)
    again = second[random.random(len(second)) < 0.2]
    third = again.assign(version=3, state="void", filed=again["filed"] + pd.Timedelta(days=12))
    rows = pd.concat([first, second, third]).sort_values(["filed", "declaration", "version"])
    old, new = ({name: codes[at] for name, codes in _CODES.items()} for at in (0, 1))
    rows["code"] = np.where(rows["filed"] < "2022-01-01", rows["good"].map(old), rows["good"].map(new))
    columns = ["declaration", "version", "state", "lodged", "filed", "code", "kg", "eur"]
    for period, part in rows.groupby(rows["filed"].dt.to_period("Q")):
        if period.year < 2024:
            folder.csv(f"declarations_{period}.csv", part[columns], BRITISH)
            accepted = part[part["version"] == 1][columns]
            folder.parquet(f"bi/declarations_{period}_clean.parquet", accepted)
    folder.readme(
        "Customs declarations",
        """By quarter of filing. A declaration can be amended (the version with the highest number holds, also for the
        mass) or declared void, which takes it out; such rows are in the file of the quarter in which they were filed.
        Codes of goods were written without a dot until the end of 2021 and with one since then; the list of codes has
        both. bi/ has first versions alone.""",
    )


def _codes(folder: Folder) -> None:
    rows = [(new, old, name) for name, (old, new) in _CODES.items()]
    folder.csv("goods.csv", pd.DataFrame(rows, columns=["code", "old_code", "good"]), PLAIN)
    names = [*list(_CODES)[1:], next(iter(_CODES))]
    wrong = [(new, old, name) for (old, new), name in zip(_CODES.values(), names, strict=True)]
    folder.csv("goods_v2.csv", pd.DataFrame(wrong, columns=["code", "old_code", "good"]), PLAIN)
    folder.readme(
        "Codes of goods",
        "goods.csv is in force. goods_v2.csv was sorted by mistake: names and codes do not belong together.",
    )


def _trains(folder: Folder) -> None:
    random = draws("port trains")
    for period in pd.period_range("2022-01", "2023-12", freq="M"):
        count = int(random.poisson(240))
        minutes = np.sort(random.integers(0, period.days_in_month * 1440, count))
        table = pd.DataFrame({"train": [f"{period.month:02d}{at:04d}" for at in range(1, count + 1)]})
        table["planned"] = period.start_time + pd.to_timedelta(minutes, unit="min")
        delay = np.rint(random.gamma(0.7, 22, count)).astype(int)
        table["actual"] = table["planned"] + pd.to_timedelta(delay, unit="min")
        table.loc[random.random(count) < 0.05, "actual"] = pd.NaT
        table["wagons"] = random.integers(8, 37, count)
        folder.csv(f"trains_{period}.csv", table, OFFICE)
        folder.csv(f"timetable/trains_{period}_final.csv", table.drop(columns="actual"), PLAIN)
    folder.readme(
        "Trains from the port",
        """A train is on time if it leaves 15 minutes late or less. A train without actual time was cancelled;
        punctuality is the share of the trains that ran. timetable/ has what was planned.""",
    )


def _bunkers(folder: Folder) -> None:
    random = draws("port bunkers")
    for period in pd.period_range("2022-01", "2023-12", freq="M"):
        count = int(random.poisson(150))
        table = pd.DataFrame({"note": [f"BDN-{period}-{at:03d}" for at in range(1, count + 1)]})
        table["fuel"] = random.choice(["VLSFO", "MGO", "LNG"], count, p=[0.55, 0.35, 0.1])
        table["density"] = np.round(
            table["fuel"].map({"VLSFO": 0.945, "MGO": 0.855, "LNG": 0.45}) + random.normal(0, 0.006, count), 3
        )
        tonnes = random.gamma(2.2, 160, count)
        table["quantity"] = np.round(tonnes if period.year < 2023 else tonnes / table["density"], 1)
        folder.csv(f"deliveries_{period}.csv", table, PLAIN)
        folder.csv(
            f"orders/deliveries_{period}_final.csv", table.assign(quantity=(table["quantity"] * 1.06).round(0)), OFFICE
        )
    folder.readme(
        "Fuel for ships",
        """Delivered fuel. quantity is in tonnes until December 2022 and in cubic meters since January 2023; density is
        in tonnes for a cubic meter. orders/ has what ships had ordered, in the same units.""",
    )


DATASETS = (
    Dataset("container_moves", _containers),
    Dataset("customs_declarations", _customs),
    Dataset("goods_codes", _codes),
    Dataset("rail_trains", _trains),
    Dataset("bunker_deliveries", _bunkers),
)
