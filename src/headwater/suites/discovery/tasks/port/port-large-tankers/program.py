"""Calls of large tankers in the last quarter of 2022, the median of their stay, and the longest one."""
import pandas as pd

MONTHS = (10, 11, 12)
LEAST = 27_000
FORMAT = "%d.%m.%Y %H:%M"


def read_month(month):
    """Return the movements of a month."""
    path = f"/data/vessel_calls/2022/calls_2022_{month:02d}.csv"
    table = pd.read_csv(
        path,
        sep=";",
        encoding="cp1252",
    )
    for name in ("arrived", "left"):
        table[name] = pd.to_datetime(table[name], format=FORMAT)
    return table


def read_large():
    """Return the ships that are large enough."""
    ships = pd.read_csv(
        "/data/vessel_register/vessels_2.txt",
        sep="|",
        encoding="latin-1",
    )
    is_large = (ships["type"] == "tanker") & (ships["gt"] >= LEAST)
    return ships.loc[is_large, ["imo", "name"]]


table = pd.concat([read_month(month) for month in MONTHS])
table = table[(table["status"] == "done") & (table["terminal"] == "TA")]
calls = table.merge(read_large(), on="imo")
calls["hours"] = (calls["left"] - calls["arrived"]).dt.total_seconds() / 3600
longest = calls.loc[calls["hours"].idxmax(), "name"]
parts = [f"{len(calls)}", f"{calls['hours'].median():.2f} h", longest]
print("; ".join(parts))
