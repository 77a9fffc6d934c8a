"""Simulate tankers in spring 2022: corrected calls, berths during works, certificates, and time in the roadstead."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus.port._quays import calls, ships

_HOUR = pd.Timedelta(hours=1)
_SPRING = pd.Timestamp("2022-04-02"), pd.Timestamp("2022-06-30")
"""The period of arrivals for which the journal was corrected."""
_WORKS = pd.Timestamp("2022-06-01"), pd.Timestamp("2022-07-16")
_FORMAT = "%d.%m.%Y %H:%M"


def _kinds(table: pd.DataFrame) -> pd.Series:
    return table["imo"].map(ships().set_index("imo")["type"])


@lru_cache(maxsize=1)
def right_journal() -> pd.DataFrame:
    """Return calls timed by the harbor master, with the tankers' actual berths during the works at their jetty."""
    table = calls().copy()
    table["arrived"] += _HOUR
    table["left"] += _HOUR
    random = draws("port works")
    moves = (_kinds(table) == "tanker") & table["arrived"].between(*_WORKS, inclusive="left")
    table.loc[moves & (random.random(len(table)) < 0.4), "terminal"] = "BU"
    return table


@lru_cache(maxsize=1)
def _mistakes() -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the journal as it stood when its months were closed, and the later corrections."""
    table = right_journal().copy()
    random = draws("port corrections")
    may_be = table[table["arrived"].between(*_SPRING) & _kinds(table).isin(["tanker", "bulk"])].index
    chosen = random.choice(may_be, 72, replace=False)
    rows = []
    for number, at in enumerate(chosen.tolist()):
        call = table.loc[at, "call"]
        made_at = pd.Timestamp("2022-07-20") + pd.Timedelta(days=number)
        if number < 40:
            right, wrong = (
                table.loc[at, "left"],
                table.loc[at, "left"] + pd.Timedelta(hours=int(random.integers(5, 31))),
            )
            if number % 4 == 0:
                first = right + pd.Timedelta(hours=int(random.integers(2, 20)))
                rows.append((made_at, call, "left", first.strftime(_FORMAT)))
                made_at += pd.Timedelta(days=100)
            rows.append((made_at, call, "left", right.strftime(_FORMAT)))
            table.loc[at, "left"] = wrong
        elif number < 56:
            right = table.loc[at, "status"]
            table.loc[at, "status"] = "cancelled" if right == "done" else "done"
            rows.append((made_at, call, "status", right))
        else:
            right = table.loc[at, "imo"]
            table.loc[at, "imo"] = random.choice(table.loc[may_be, "imo"])
            rows.append((made_at, call, "imo", str(right)))
    corrections = pd.DataFrame(rows, columns=["made", "call", "field", "value"])
    return table, corrections.sort_values(["made", "call"], ignore_index=True)


def closed_journal() -> pd.DataFrame:
    """Return the calls in the journal as it stood when its months were closed."""
    return _mistakes()[0]


def corrections() -> pd.DataFrame:
    """Return the corrections made after the months were closed."""
    return _mistakes()[1]


def replaced_certificates() -> pd.DataFrame:
    """Return the tonnage certificates that expired in spring 2022."""
    random = draws("port certificates")
    fleet = ships()
    is_tanker = fleet["type"] == "tanker"
    chosen = fleet[random.random(len(fleet)) < np.where(is_tanker, 0.7, 0.1)]
    gt = (chosen["old_gt"] * random.choice([0.74, 0.82, 1.17, 1.3], len(chosen))).round().astype(int)
    until = pd.Timestamp("2022-04-20") + pd.to_timedelta(random.integers(0, 70, len(chosen)), unit="D")
    return pd.DataFrame({"imo": chosen["imo"], "gt": gt, "until": until}).sort_values("imo", ignore_index=True)


def _roads(folder: Folder) -> None:
    random = draws("port roads")
    table = right_journal()
    is_there = (_kinds(table) == "tanker") & (table["arrived"].dt.year == 2022) & (table["status"] == "done")
    stays = table[is_there & (random.random(len(table)) < 0.55)]
    most = ((stays["left"] - stays["arrived"]).dt.total_seconds() / 60 * 0.6).astype(int)
    minutes = np.minimum(np.rint(random.gamma(1.1, 260, len(stays))).astype(int) + 20, most)
    rows = pd.DataFrame({"call": stays["call"], "began": stays["arrived"] - _HOUR, "minutes": minutes})
    again = rows[random.random(len(rows)) < 0.15]
    spare = (most[again.index] * 0.4).astype(int)
    again = again.assign(
        began=again["began"] + pd.to_timedelta(again["minutes"] + 90, unit="min"),
        minutes=np.minimum(random.integers(30, 260, len(again)), spare),
    )
    both = pd.concat([rows, again]).sort_values(["began", "call"], ignore_index=True)
    folder.jsonl("roads_2022.jsonl", both)
    radar = both.assign(minutes=(both["minutes"] * random.normal(1.0, 0.06, len(both))).round().astype(int))
    folder.jsonl("radar/roads_2022_final.jsonl", radar[random.random(len(radar)) > 0.08])
    folder.readme(
        "Tankers in the roads",
        """Each time a tanker lay in the roads on a call: when it began, in UTC, and how many minutes it took. radar/ is
        the same by radar, which is not exact.""",
    )


DATASETS = (Dataset("tanker_roads", _roads),)
