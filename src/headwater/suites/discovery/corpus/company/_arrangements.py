"""Simulate later changes to orders: moved dates, arrivals booked late, and takeovers of suppliers."""

from __future__ import annotations

import pandas as pd

from headwater.suites.discovery.corpus._draw import draws

_MOVED, _MOVED_TWICE = 0.16, 0.15
_BOOKED_LATE = 0.22
_TAKEN_OVER = (
    ("Corvo Electronics", "Aalto Systems", "2021-07-01"),
    ("Hansa Components", "Kiruna Components", "2022-12-01"),
    ("Iseo Systems", "Lodz Electronics", "2022-06-15"),
    ("Etna Components", "Gera Electronics", "2023-02-01"),
)


def moved_promises(lines: pd.DataFrame) -> pd.DataFrame:
    """Return the new dates of order lines. Each date was moved at the request of Norvane (N) or the supplier (L)."""
    random = draws("company moved promises")
    active = lines[lines["st"] == "A"]
    table = active[random.random(len(active)) < _MOVED][["ponr", "regel", "datum", "toegezegd"]].copy()
    again = table[random.random(len(table)) < _MOVED_TWICE].copy()
    first = random.integers(2, 7, len(table))
    table["op"] = table.pop("datum") + pd.to_timedelta(first, unit="D")
    again["op"] = again.pop("datum") + pd.to_timedelta(7 + random.integers(0, 3, len(again)), unit="D")
    again["toegezegd"] += pd.to_timedelta(random.integers(10, 20, len(again)), unit="D")
    table["toegezegd"] += pd.to_timedelta(random.integers(2, 10, len(table)), unit="D")
    table = pd.concat([table, again])
    table["vraag"] = random.choice(["N", "L"], len(table), p=[0.55, 0.45])
    columns = ["op", "ponr", "regel", "toegezegd", "vraag"]
    return table[columns].sort_values(["op", "ponr", "regel"], ignore_index=True)


def actual_days(arrivals: pd.DataFrame) -> pd.DataFrame:
    """Return the actual arrival day of each receipt that was booked late."""
    random = draws("company days of arrival")
    table = arrivals[arrivals["datum"].between("2022-10-01", "2023-03-31")]
    table = table[random.random(len(table)) < _BOOKED_LATE][["gonr", "datum"]]
    return table.assign(datum=table["datum"] - pd.to_timedelta(random.integers(1, 7, len(table)), unit="D"))


def takeovers(numbers: pd.Series) -> pd.DataFrame:
    """Return supplier takeovers, each with the supplier's number, the buyer's number and the day.

    Args:
        numbers: The supplier numbers used from 2022 on, indexed by name.
    """
    rows = [(numbers[old], numbers[new], pd.Timestamp(day)) for old, new, day in _TAKEN_OVER]
    return pd.DataFrame(rows, columns=["lev", "overgenomen_door", "vanaf"]).sort_values("vanaf", ignore_index=True)
