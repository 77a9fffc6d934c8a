"""Simulate the register of pathways, including paused waits and transfers to another hospital."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import OFFICE, PLAIN
from headwater.suites.discovery.corpus.hospital._waits import pathways, transfers

_LAST = pd.Timestamp("2023-12-31")


@lru_cache(maxsize=1)
def _pauses() -> pd.DataFrame:
    """Return the pauses. A pathway has at most two, which do not overlap."""
    random = draws("hospital pauses")
    table = pathways()
    chosen = table[random.random(len(table)) < 0.3][["pathway", "referred"]]
    parts = []
    begin = chosen["referred"]
    for share in (1.0, 0.3):
        first = begin + pd.to_timedelta(random.integers(5, 150, len(chosen)), unit="D")
        is_short = random.random(len(chosen)) < 0.25
        days = np.where(is_short, random.integers(3, 14, len(chosen)), random.integers(14, 120, len(chosen)))
        last = first + pd.to_timedelta(days - 1, unit="D")
        part = chosen[["pathway"]].assign(first=first, last=last)
        part["asked_by"] = random.choice(["patient", "hospital"], len(chosen), p=[0.7, 0.3])
        parts.append(part[random.random(len(chosen)) < share])
        begin = last
    rows = pd.concat(parts).sort_values(["first", "pathway"], ignore_index=True)
    rows = rows[rows["first"] <= _LAST]
    return rows.assign(last=rows["last"].where(rows["last"] <= _LAST))


def _register(folder: Folder) -> None:
    pauses, moved = _pauses(), transfers()
    folder.csv("pauses.csv", pauses, OFFICE)
    early = pauses[pauses["first"] < "2023-06-15"]
    folder.csv("pauses_2023.csv", early.assign(last=early["last"].where(early["last"] < "2023-06-15")), OFFICE)
    folder.csv("transfers.csv", moved, PLAIN)
    folder.readme(
        "Register of pathways",
        """pauses.csv has the pauses of waits until the end of 2023, by the first number of a pathway: the first and the
        last day, and who asked for it. A pause without a last day had not ended. pauses_2023.csv is the export of June
        2023.""",
        """transfers.csv: a pathway that goes to another hospital gets a new number there, and its wait goes on. It
        waits once, under its new number, but its clock is the one that started under the first number (clock_start).
        Until the cleaning of January 2024, returns may have the first number as well.""",
    )


DATASETS = (Dataset("pathway_register", _register),)
