"""Simulate residents' requests to the city (potholes, lights, rubbish…): overlapping exports, and their copies."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import PLAIN, UNICODE_TEXT
from headwater.suites.discovery.corpus.city._places import DISTRICTS, POPULATION

_CATEGORIES = {
    "A10": ("Street light", 0.17, 6.0),
    "A20": ("Pothole", 0.21, 16.0),
    "B10": ("Illegal dumping", 0.24, 4.0),
    "B20": ("Overflowing bin", 0.11, 2.5),
    "C10": ("Graffiti", 0.12, 21.0),
    "D10": ("Tree or hedge", 0.09, 26.0),
    "E10": ("Noise", 0.06, 9.0),
}
_NEW_CODES = {"A10": "L-01", "A20": "R-07", "B10": "W-02", "B20": "W-05", "C10": "G-01", "D10": "P-03", "E10": "N-09"}
_SWITCH = pd.Timestamp("2023-07-01")
_COUNT = 34_000


@lru_cache(maxsize=1)
def _requests() -> pd.DataFrame:
    """Return a row for each request, with its opening and closing times and its first and last categories."""
    random = draws("city requests")
    opened = pd.Timestamp("2022-01-01") + pd.to_timedelta(np.sort(random.integers(0, 730 * 1440, _COUNT)), unit="min")
    table = pd.DataFrame({"request": np.char.add("SR", (200_000 + np.arange(_COUNT)).astype(str)), "opened": opened})
    codes = list(_CATEGORIES)
    table["category"] = random.choice(codes, _COUNT, p=[each[1] for each in _CATEGORIES.values()])
    weights = np.array(list(POPULATION.values()), dtype=float) * np.linspace(1.5, 0.7, len(POPULATION))
    table["district"] = random.choice(DISTRICTS, _COUNT, p=weights / weights.sum())
    days = (
        random.gamma(1.3, 1.0, _COUNT)
        * table["category"].map({k: v[2] for k, v in _CATEGORIES.items()}).to_numpy()
        / 1.3
    )
    table["closed"] = (table["opened"] + pd.to_timedelta(np.round(days * 1440) + 20, unit="min")).dt.floor("min")
    table.loc[random.random(_COUNT) < 0.04, "closed"] = pd.NaT
    moved = random.random(_COUNT) < 0.09
    table["first_category"] = table["category"]
    table.loc[moved, "first_category"] = random.choice(codes, int(moved.sum()))
    table["reopened"] = random.random(_COUNT) < 0.05
    return table


@lru_cache(maxsize=1)
def _states() -> pd.DataFrame:
    """Return a row for each state of a request: opened, closed, and closed again if it was reopened."""
    requests = _requests()
    random = draws("city request states")
    new = requests.assign(changed=requests["opened"], status="open", category=requests["first_category"])
    new["closed"] = pd.NaT
    done = requests[requests["closed"].notna()]
    done = done.assign(changed=done["closed"], status="closed")
    again = done[done["reopened"]].copy()
    delay = pd.to_timedelta(random.integers(2 * 1440, 18 * 1440, len(again)), unit="min")
    again["changed"] = again["closed"] = again["closed"] + delay
    columns = ["request", "opened", "district", "category", "status", "closed", "changed"]
    states = pd.concat([new, done, again])[columns].sort_values(["changed", "request"], ignore_index=True)
    states = states[states["changed"] < "2024-01-01"]
    coded = states["category"].where(states["changed"] < _SWITCH, states["category"].map(_NEW_CODES))
    return states.assign(category=coded)


def _latest(states: pd.DataFrame) -> pd.DataFrame:
    return states.sort_values(["request", "changed"]).drop_duplicates("request", keep="last")


def _exports(folder: Folder) -> None:
    states = _states()
    for period, part in states.groupby(states["changed"].dt.to_period("M")):
        folder.csv(f"{period.year}/export_{period.year}{period.month:02d}.csv", part)
    half = states[states["changed"] < "2023-01-15"]
    folder.csv("2022/export_2022_complete.csv", _latest(half[half["opened"] < "2022-11-16"]), UNICODE_TEXT)
    folder.readme(
        "Service requests, exports of the ticket system",
        """A file a month with every request that changed in that month: when it was opened, closed, or closed again
        after it had been reopened. A request is thus in several files, and in one file several times. What holds is
        the row with the latest `changed`; the category can have changed since the request was opened.""",
        """On 1 July 2023 the ticket system got new codes of categories; rows of both kinds of codes are in the exports
        of 2023, by the day of the change. The list of categories is a dataset of its own.""",
        files={
            "YYYY/export_YYYYMM.csv": "changes of a month",
            "2022/export_2022_complete.csv": """an attempt at the whole year, made on 15 January 2023; it ends at
            15 November""",
        },
    )


def _copies(folder: Folder) -> None:
    """Write an analyst's copies, which contain each request once, in its first or its last state."""
    states = _states()
    names = {code: name for code, (name, _, _) in _CATEGORIES.items()}
    names |= {_NEW_CODES[code]: name for code, name in names.items()}
    first = states.sort_values(["request", "changed"]).drop_duplicates("request", keep="first")
    closed = states[states["status"] == "closed"].sort_values(["request", "changed"])
    earliest = closed.drop_duplicates("request", keep="first").set_index("request")["closed"]
    for year in (2022, 2023):
        opened = first[first["opened"].dt.year == year]
        table = opened.assign(category=opened["category"].map(names), closed=opened["request"].map(earliest))
        table["status"] = table["closed"].notna().map({True: "closed", False: "open"})
        folder.parquet(f"requests_{year}_clean.parquet", table.drop(columns="changed"))
        last = _latest(states)
        last = last[last["opened"].dt.year == year]
        late = last.assign(category=last["category"].map(names)).drop(columns="changed")
        late = late[late["opened"] < f"{year}-06-01"]
        folder.parquet(f"requests_{year}_dedup.parquet", late)
    folder.readme(
        "Service requests, one row each",
        """Made from the monthly exports, for a dashboard. Categories have their names.""",
        files={
            "requests_YYYY_clean.parquet": """every request opened in the year; category as it was when it was opened,
            and the first time that it was closed""",
            "requests_YYYY_dedup.parquet": """category and closing time as they stand at the end; only requests opened
            from January to May, for comparison with the system before, which ended in May""",
        },
    )


def _categories(folder: Folder) -> None:
    rows = [(_NEW_CODES[code], code, name) for code, (name, _, _) in _CATEGORIES.items()]
    folder.csv("categories.csv", pd.DataFrame(rows, columns=["code", "old_code", "name"]), PLAIN)
    draft = [(_NEW_CODES[code], old, name) for (code, (name, _, _)), old in
             zip(_CATEGORIES.items(), [*list(_CATEGORIES)[1:], "A10"], strict=True)]  # fmt: skip
    folder.csv("categories_2023_v2.csv", pd.DataFrame(draft, columns=["code", "old_code", "name"]), PLAIN)
    folder.readme(
        "Categories of service requests",
        files={
            "categories.csv": "codes since 1 July 2023 with the old code of each, as the ticket system has them",
            "categories_2023_v2.csv": "proposal of a contractor, in which old codes are off by one row; not used",
        },
    )


DATASETS = (
    Dataset("service_requests_exports", _exports),
    Dataset("service_requests_one_row", _copies),
    Dataset("service_request_categories", _categories),
)
