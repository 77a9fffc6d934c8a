"""Simulate trucks at the gates: tag reads, hand-written counts, and tag holders."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import MAINFRAME, OFFICE, PLAIN

_COUNT = 6500
_HOURS = np.array([1, 1, 1, 1, 2, 4, 5, 8, 12, 9, 7, 6, 5, 6, 7, 8, 8, 6, 4, 3, 2, 2, 1, 1], dtype=float)
"""The relative number of trucks that pass S1 in each hour of a day."""
_OUTAGE = pd.Timestamp("2022-09-14 02:00"), pd.Timestamp("2022-09-14 03:00")
_REPLACED = pd.Timestamp("2022-10-12 10:00")
"""The time at which the reader at S1 was replaced. Its clock had been on UTC since the outage."""
_BY_HAND = pd.Timestamp("2022-11-03"), pd.Timestamp("2022-11-10")
_SWAPPED = pd.Timestamp("2022-11-21"), pd.Timestamp("2022-11-28")
_TRIAL = "2022-08", "2022-12"


@lru_cache(maxsize=1)
def _blue() -> pd.DataFrame:
    """Return the trucks that had a second tag during the 2022 trial."""
    random = draws("port blue tags")
    grey = np.sort(random.choice(np.arange(10_000, 14_000), 460, replace=False))
    return pd.DataFrame({"blue": random.permutation(np.arange(20_000, 20_460)), "grey": grey})


@lru_cache(maxsize=1)
def _own_tags() -> pd.DataFrame:
    """Return the tags of the port's own vehicles, each with its first and last day."""
    random = draws("port own tags")
    free = np.setdiff1d(np.arange(10_000, 14_000), _blue()["grey"])
    tags = np.sort(random.choice(free, 150, replace=False))
    table = pd.DataFrame({"tag": tags, "holder": random.choice(["moorings", "fire brigade", "workshop"], len(tags))})
    table["since"] = pd.Timestamp("2021-01-01") + pd.to_timedelta(random.integers(0, 300, len(tags)), unit="D")
    late = pd.Timestamp("2022-08-01") + pd.to_timedelta(random.integers(0, 120, len(tags)), unit="D")
    table["since"] = table["since"].where(random.random(len(tags)) < 0.75, late)
    table["until"] = pd.Timestamp("2022-12-31")
    early = table["since"] + pd.to_timedelta(random.integers(300, 560, len(tags)), unit="D")
    is_early = (random.random(len(tags)) < 0.4) & (table["since"] < "2022-01-01")
    table["until"] = table["until"].where(~is_early, early.clip(upper=table["until"]))
    return table


def _with_rush(table: pd.DataFrame, period: pd.Period) -> pd.DataFrame:
    """Return the passages, with the hours at S1 resampled from the gate's hourly distribution."""
    random = draws(f"port S1 {period}")
    is_south = (table["gate"] == "S1").to_numpy()
    count = int(is_south.sum())
    seconds = random.choice(24, count, p=_HOURS / _HOURS.sum()) * 3600 + random.integers(0, 3600, count)
    rush = table["read"][is_south].dt.normalize() + pd.to_timedelta(seconds, unit="s")
    return table.assign(read=table["read"].where(~is_south, rush.reindex(table.index)))


def _as_read(passages: pd.DataFrame, period: pd.Period) -> pd.DataFrame:
    """Return passages as read in autumn 2022, with second tags, a clock in UTC, failures, and swapped lanes at S1."""
    if not _TRIAL[0] <= str(period) <= _TRIAL[1]:
        return passages
    random = draws(f"port readers {period}")
    blue = passages["tag"].map(_blue().set_index("grey")["blue"])
    fate = random.random(len(passages))
    second = passages[blue.notna() & (fate < 0.8)].copy()
    second["tag"] = blue[second.index].astype(int)
    second["read"] += pd.to_timedelta(random.integers(1, 40, len(second)), unit="s")
    rows = pd.concat([passages[blue.isna() | (fate > 0.15)], second], ignore_index=True)
    is_south = rows["gate"] == "S1"
    is_missed = is_south & rows["read"].between(*_OUTAGE, inclusive="left")
    by_hand = is_south & rows["read"].between(*_BY_HAND, inclusive="left")
    rows = rows[~is_missed & ~(by_hand & (random.random(len(rows)) < 0.65))]
    is_south = rows["gate"] == "S1"
    is_swapped = is_south & rows["read"].between(*_SWAPPED, inclusive="left")
    other = rows["direction"].map({"in": "out", "out": "in"})
    is_behind = is_south & rows["read"].between(_OUTAGE[1], _REPLACED, inclusive="left")
    return rows.assign(
        direction=rows["direction"].where(~is_swapped, other),
        read=rows["read"].where(~is_behind, rows["read"] - pd.Timedelta(hours=1)),
    )


def _by_hand(passages: pd.DataFrame) -> pd.DataFrame:
    """Return the gatekeeper's sheet: trucks by day, direction and hour of the day. Hours are numbered from 1."""
    days = passages["read"].dt.normalize()
    own = passages.merge(_own_tags(), on="tag", how="left")
    is_own = ((own["since"] <= days.to_numpy()) & (days.to_numpy() <= own["until"])).to_numpy()
    is_there = (passages["gate"] == "S1") & passages["read"].between(*_BY_HAND, inclusive="left")
    rows = passages[is_there.to_numpy() & ~is_own]
    keys = [rows["read"].dt.normalize().rename("day"), "direction", (rows["read"].dt.hour + 1).rename("hour")]
    return rows.groupby(keys).size().rename("trucks").reset_index()


def _gates(folder: Folder) -> None:
    random = draws("port gates")
    for period in pd.period_range("2022-01", "2023-12", freq="M"):
        seconds = np.sort(random.integers(0, period.days_in_month * 86_400, _COUNT))
        table = pd.DataFrame(
            {
                "read": period.start_time + pd.to_timedelta(seconds, unit="s"),
                "tag": random.integers(10_000, 14_000, _COUNT),
            }
        )
        table["gate"] = random.choice(["N1", "N2", "S1"], _COUNT, p=[0.4, 0.35, 0.25])
        table["direction"] = random.choice(["in", "out"], _COUNT)
        table = _with_rush(table, period)
        double = table[random.random(_COUNT) < 0.12].copy()
        double["read"] += pd.to_timedelta(random.integers(5, 150, len(double)), unit="s")
        both = pd.concat([table, double], ignore_index=True)
        rows = _as_read(both, period).sort_values(["read", "tag"], ignore_index=True)
        rows["read"] = rows["read"].dt.strftime("%Y-%m-%d %H:%M:%S")
        folder.csv(f"reads_{period}.csv", rows, PLAIN)
        sums = table.groupby(["gate", "direction"]).size().rename("trucks").reset_index()
        folder.csv(f"camera/trucks_{period}_v2.csv", sums.assign(trucks=(sums["trucks"] * 0.97).astype(int)), MAINFRAME)
        if str(period) == "2022-11":
            folder.csv("hand/S1_2022-11.txt", _by_hand(table), MAINFRAME)
    folder.changes(
        [
            (
                "2022-08-01",
                """Until the end of December, some hauliers try a second tag. Their trucks have both, and one or both
                are read; the register of tags has the pairs.""",
            ),
            ("2022-09-14", "S1: no power from 02:00 to 03:00. Since then the clock of the reader is on UTC."),
            ("2022-10-12", "S1: a new reader, which has the right clock, since 10:00."),
            (
                "2022-11-10",
                """S1: the roof was repaired from 3 to 9 November, and the reader missed trucks. On these days the sheet
                of the gatekeeper counts and what was read does not.""",
            ),
            (
                "2022-11-28",
                """S1: the lanes were swapped from 21 to 27 November, both days included. The reader has in for out and
                out for in.""",
            ),
        ]
    )
    folder.readme(
        "Trucks at the gates",
        """Reads of the tags of trucks, by the harbor master's clock, which is UTC+1 all year. A tag that is read again
        at the same gate and in the same direction within three minutes (180 seconds) of the read before is one passage.
        So is the other tag of a truck that has two. The time of a passage is that of its first read. CHANGELOG.md has
        what happened to readers, and the register of tags (tag_register) whose a tag is. What statements count stands
        in HO 22 of the harbor master (harbor_orders).""",
        files={
            "reads_YYYY-MM.csv": "reads by month",
            "camera/": "counts of cameras, which miss trucks in the dark",
            "hand/": """sheets of gatekeepers: trucks by day, direction and hour, without vehicles of the port. Hour 1
            begins at midnight""",
        },
    )


def _tags(folder: Folder) -> None:
    own, blue = _own_tags(), _blue()
    folder.csv("own_tags.csv", own, OFFICE)
    folder.csv("own_tags_2022.csv", own[own["since"] < "2022-01-01"].drop(columns=["since", "until"]), OFFICE)
    folder.csv("trial_2022.csv", blue, PLAIN)
    folder.csv("trial_2022_plan.csv", blue.assign(grey=np.roll(blue["grey"].to_numpy(), 7)), PLAIN)
    folder.readme(
        "Register of tags",
        "Whose a tag is. Since 2023 vehicles of the port have none.",
        files={
            "own_tags.csv": """tags of vehicles of the port, with the first and the last day on which they were theirs;
            before and after these, a tag is a haulier's""",
            "own_tags_2022.csv": "tags of vehicles of the port on 1 January 2022",
            "trial_2022.csv": "the two tags of each truck in the trial, blue and grey",
            "trial_2022_plan.csv": "the pairs as they had been planned",
        },
    )


DATASETS = (
    Dataset("truck_gates", _gates),
    Dataset("tag_register", _tags),
)
