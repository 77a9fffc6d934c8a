"""How far the water rose above the predicted tide at the outer pier in 2022."""
import pandas as pd

GAUGE = "G1"
YEAR = 2022
LIMIT = 0.4


def read_month(month):
    """Return the hourly levels of a month; in 2022 zero was chart datum."""
    path = f"/data/water_levels/{GAUGE}/{GAUGE}_{YEAR}-{month:02d}.txt"
    levels = pd.read_csv(
        path,
        sep="|",
        encoding="latin-1",
        dtype={"utc": str},
    )
    levels["utc"] = pd.to_datetime(levels["utc"], format="%Y%m%d%H%M")
    return levels


def read_prediction():
    """Return the predicted tide of the year, above chart datum."""
    table = pd.read_parquet(f"/data/water_levels/tables/{GAUGE}_{YEAR}.parquet")
    return table.rename(columns={"m": "predicted"})


measured = pd.concat([read_month(month) for month in range(1, 13)])
both = measured.merge(read_prediction(), on="utc")
surge = (both["m"] - both["predicted"]).round(2)
is_high = surge > LIMIT
most = surge.max()
hours = int(is_high.sum())
months = both.loc[is_high, "utc"].dt.month
counts = months.value_counts()
busiest = counts.idxmax()
answer = f"{most:.2f} m; {hours}; {busiest}"
print(answer)
