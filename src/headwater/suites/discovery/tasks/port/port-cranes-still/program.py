"""Compute the hours for which quay cranes stood still in November 2023, and find the day with the most."""
import pandas as pd

FOLDER = "/data/pier_wind/"
MONTHS = ("2023-10", "2023-11")
LIMIT = 40
REST = 3
MINUTES = 10
STEP = pd.Timedelta(minutes=MINUTES)


def read(month):
    """Return the ten-minute wind values of a month."""
    table = pd.read_csv(
        f"{FOLDER}wind_{month}.csv",
        parse_dates=["utc"],
    )
    return table


def standing(utc, is_gust):
    """Return a mask of the times at which cranes stand still: during a gust and for half an hour after it."""
    last_gust = utc.where(is_gust).ffill()
    return utc - last_gust <= REST * STEP


table = pd.concat([read(month) for month in MONTHS])
table = table.sort_values("utc", ignore_index=True)
if (table["utc"].diff().iloc[1:] != STEP).any():
    raise ValueError("ten minutes have no value")
table["stands"] = standing(table["utc"], table["gust_kn"] >= LIMIT)
local = table["utc"] + pd.Timedelta(hours=1)
is_asked = (local.dt.year == 2023) & (local.dt.month == 11)
stood = table[is_asked & table["stands"]]
hours = len(stood) * MINUTES / 60
by_day = local[stood.index].dt.date.value_counts()
longest = by_day.idxmax()
parts = [f"{hours:.1f} h", f"{longest}"]
print("; ".join(parts))
