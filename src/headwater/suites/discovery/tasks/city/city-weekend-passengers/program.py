"""Count the passengers of line T2 and of its predecessor in the last quarter of 2022."""
import pandas as pd

NEW = "T2"
MONTHS = (10, 11, 12)

numbers = pd.read_csv(
    "/data/transit_expansion/line_numbers.txt",
    sep="\t",
    encoding="utf-16",
    dtype=str,
)
OLD = numbers.set_index("since_2022").loc[NEW, "until_2022"]


def read_taps(month):
    """Return the taps of a month."""
    return pd.read_parquet(f"/data/transit_taps/taps_2022_{month:02d}.parquet")


def read_factors():
    """Return the weekday and weekend factors; the file uses the old line numbers."""
    table = pd.read_csv(
        "/data/transit_expansion/expansion_2022.csv",
        sep=";",
        decimal=",",
        encoding="cp1252",
        dtype={"line": str},
    )
    own = table[table["line"] == OLD].set_index("day_kind")["factor"]
    return [own[kind] for kind in ["weekday", "weekend"]]


taps = pd.concat([read_taps(month) for month in MONTHS])
taps = taps[taps["line"].isin([OLD, NEW])].copy()
is_weekend = pd.to_datetime(taps["day"]).dt.day_of_week >= 5
weekday_factor, weekend_factor = read_factors()
factor = is_weekend.map({True: weekend_factor, False: weekday_factor})
passengers = taps["taps"] * factor
print(f"{passengers[is_weekend].sum():.0f}; {passengers[~is_weekend].sum():.0f}")
