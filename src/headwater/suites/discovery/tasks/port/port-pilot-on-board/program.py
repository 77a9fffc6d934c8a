"""Compute the mean time from pilot boarding to arrival, and find the terminal with the longest mean."""
import pandas as pd

ORDERS = "/data/pilot_orders/pilot_2023-03.jsonl"
HOUR = pd.Timedelta(hours=1)
FORMAT = "%d.%m.%Y %H:%M"


def read_calls(month):
    """Return the calls of a month with arrival times in UTC."""
    path = f"/data/vessel_calls/2023/calls_2023_{month:02d}.csv"
    table = pd.read_csv(
        path,
        sep=";",
        encoding="cp1252",
        usecols=["call", "imo", "arrived", "terminal"],
    )
    local = pd.to_datetime(
        table["arrived"],
        format=FORMAT,
    )
    table["arrived"] = local - HOUR
    return table


def read_services():
    """Return the pilot orders that were carried out."""
    orders = pd.read_json(ORDERS, lines=True)
    orders["boarded"] = pd.to_datetime(orders["boarded"])
    return orders[orders["state"].isin(("done", "changed"))]


calls = pd.concat([read_calls(month) for month in (3, 4)])
services = read_services().merge(calls, on="call", suffixes=("", "_called"))
if (services["imo"] != services["imo_called"]).any():
    raise ValueError("an order and its call are of two ships")
ahead = services["arrived"] - services["boarded"]
minutes = ahead.dt.total_seconds() / 60
by_terminal = minutes.groupby(services["terminal"]).mean()
parts = [f"{minutes.mean():.1f} min", by_terminal.idxmax()]
print("; ".join(parts))
