"""Compute the sewage delivered by ships per hundred calls, and find the month with the most."""
import calendar

import pandas as pd

KIND = "Sewage"
MONTHS = range(1, 7)
CALLS = 100


def read_waste():
    """Return the sewage in tonnes by month."""
    table = pd.read_excel(
        "/data/ship_waste/waste_2023_first.xlsx",
        skiprows=2,
    )
    months = pd.to_datetime(table["month"], format="%b %Y")
    return table[KIND].set_axis(months.dt.month)


def count_calls(month):
    """Return the number of completed calls in a month."""
    path = f"/data/vessel_calls/2023/calls_2023_{month:02d}.csv"
    table = pd.read_csv(
        path,
        sep=";",
        encoding="cp1252",
    )
    is_done = table["status"] == "done"
    return is_done.sum()


waste = read_waste()
waste = waste.loc[list(MONTHS)]
calls = pd.Series({month: count_calls(month) for month in MONTHS})
total = waste.sum() / calls.sum() * CALLS
rates = waste / calls
most = calendar.month_name[rates.idxmax()]
parts = [f"{total:.2f} t", most]
print("; ".join(parts))
