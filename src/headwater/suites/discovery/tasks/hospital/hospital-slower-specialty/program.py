"""The specialty whose median wait grew the most in a year."""
import pandas as pd

BEFORE = "/data/waiting_lists/census/census_020.parquet"
AFTER = "/data/waiting_lists/census/census_032.parquet"


def read(path):
    """Return the pathways of a return, with the days that they have waited."""
    table = pd.read_parquet(path)
    waited = table["census_day"] - table["clock_start"]
    return table.assign(days=waited.dt.days)


def medians(path):
    """Return the median wait of each specialty."""
    table = read(path)
    return table.groupby("specialty")["days"].median()


before = medians(BEFORE)
after = medians(AFTER)
grown = after - before
ranked = grown.sort_values()
name = ranked.index[-1]
days = ranked.iloc[-1]
print(f"{name}; {days:.1f} days")
