"""Simulate what is missing from the fault book and the line register: new names, old codes and late entries."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._draw import draws

_RENAMED, _ENTRIES = 24, 0.13
OLD_CODES_UNTIL = pd.Timestamp("2022-03-31 23:59")
MISCOUNTED = ("40-", "41-", "42-", "43-", "44-", "45-")
"""Line prefixes of the stations whose customers were counted with a neighboring station's at the end of 2021."""


@lru_cache(maxsize=4)
def renamed(lines: tuple[str, ...]) -> pd.DataFrame:
    """Return the renamed lines, with the old name, the new name and the first day of the new name."""
    random = draws("grid names of lines")
    old = random.choice(lines, _RENAMED, replace=False)
    new = [f"{51 + number // 6}-J{number % 6 + 1:02d}" for number in range(_RENAMED)]
    day = pd.Timestamp("2022-01-15") + pd.to_timedelta(np.sort(random.integers(0, 330, _RENAMED)), unit="D")
    return pd.DataFrame({"alt": old, "neu": new, "ab": day})


def names_on(lines: pd.Series, days: pd.Series, changes: pd.DataFrame) -> pd.Series:
    """Return the name of each line on the given day."""
    table = changes.set_index("alt")
    has_new = lines.map(table["ab"]) <= days
    return lines.where(~has_new, lines.map(table["neu"]))


def old_codes(codes: list[int]) -> dict[int, int]:
    """Return the old code for each current occasion code."""
    return dict(zip(codes, np.roll(codes, 4).tolist(), strict=True))


def later_entries(faults: pd.DataFrame, codes: list[int]) -> pd.DataFrame:
    """Return later changes to faults: deletions, and corrections of fields. The last correction applies."""
    random = draws("grid late entries in the book of faults")
    table = faults[(faults["beg"] < "2023-01-01") & (random.random(len(faults)) < _ENTRIES)]
    rows = []
    for row in table.itertuples(index=False):
        day = row.beg.normalize() + pd.Timedelta(days=int(random.integers(3, 60)))
        kind = random.choice(["anl", "ende", "geloescht"], p=[0.45, 0.35, 0.2])
        if kind == "anl":
            rows.append((day, row.vnr, kind, str(random.choice(codes))))
            if random.random() < 0.25:
                again = day + pd.Timedelta(days=int(random.integers(4, 30)))
                rows.append((again, row.vnr, kind, str(random.choice(codes))))
        elif kind == "ende":
            end = row.beg + (row.ende - row.beg) * float(random.uniform(0.2, 3.0))
            rows.append((day, row.vnr, kind, f"{end.floor('min'):%d.%m.%Y %H:%M}"))
        else:
            rows.append((day, row.vnr, kind, "doppelt"))
    entries = pd.DataFrame(rows, columns=["tag", "vnr", "feld", "wert"])
    entries = entries.sort_values(["tag", "vnr"], ignore_index=True)
    entries.insert(0, "lfd", 1 + np.arange(len(entries)))
    return entries
