"""Simulate the berths of the port of Skarhavn, and the ships that call there."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._draw import draws

TERMINALS = {
    "CE": "Container East",
    "CW": "Container West",
    "RO": "Ro-ro",
    "BU": "Bulk",
    "TA": "Tankers",
    "CR": "Cruise",
}
TYPES = {"container": 0.3, "ro-ro": 0.22, "bulk": 0.16, "tanker": 0.14, "cruise": 0.08, "service": 0.1}
_SIZES = {"container": 38_000, "ro-ro": 24_000, "bulk": 21_000, "tanker": 27_000, "cruise": 71_000, "service": 420}
_SHIPS = 620
_CALLS = 14_000
_FIRST = ("Nordic", "Baltic", "Atlantic", "Polar", "Amber", "Coral", "Silver", "Stella", "Aurora", "Viking")
_SECOND = ("Star", "Wind", "Trader", "Spirit", "Carrier", "Pearl", "Bridge", "Queen", "Pioneer", "Wave")


@lru_cache(maxsize=1)
def ships() -> pd.DataFrame:
    """Return the ships with the tonnages on their current and previous certificates."""
    random = draws("port ships")
    table = pd.DataFrame({"imo": 9_100_000 + 37 * np.arange(_SHIPS)})
    table["name"] = [f"{_FIRST[n % 10]} {_SECOND[n // 10 % 10]} {n // 100 + 1}" for n in range(_SHIPS)]
    table["type"] = random.choice(list(TYPES), _SHIPS, p=list(TYPES.values()))
    size = table["type"].map(_SIZES).to_numpy() * np.exp(random.normal(0, 0.45, _SHIPS))
    table["gt"] = np.rint(size).astype(int)
    changed = random.random(_SHIPS) < 0.25
    table["old_gt"] = np.where(changed, np.rint(size * random.uniform(0.86, 0.97, _SHIPS)), table["gt"]).astype(int)
    table["flag"] = random.choice(["NO", "DK", "LR", "MT", "PA", "DE"], _SHIPS)
    return table


@lru_cache(maxsize=1)
def calls() -> pd.DataFrame:
    """Return ship calls. Their times are in UTC."""
    random = draws("port calls")
    fleet = ships()
    minutes = np.sort(random.integers(0, 1095 * 1440, _CALLS))
    table = pd.DataFrame({"call": 700_000 + np.arange(_CALLS), "imo": random.choice(fleet["imo"], _CALLS)})
    table["arrived"] = pd.Timestamp("2021-01-01") + pd.to_timedelta(minutes, unit="min")
    kind = table["imo"].map(fleet.set_index("imo")["type"])
    place = {
        "container": ("CE", "CW"),
        "ro-ro": ("RO", "RO"),
        "bulk": ("BU", "BU"),
        "tanker": ("TA", "TA"),
        "cruise": ("CR", "CR"),
        "service": ("CE", "BU"),
    }
    side = random.integers(0, 2, _CALLS)
    table["terminal"] = [place[name][at] for name, at in zip(kind, side.tolist(), strict=True)]
    stay = (
        random.gamma(3, 1, _CALLS)
        * kind.map(
            {"container": 460, "ro-ro": 150, "bulk": 900, "tanker": 620, "cruise": 230, "service": 90}
        ).to_numpy()
    )
    table["left"] = table["arrived"] + pd.to_timedelta(np.rint(stay) + 30, unit="min")
    table["status"] = random.choice(["done", "cancelled", "shifted"], _CALLS, p=[0.93, 0.04, 0.03])
    return table
