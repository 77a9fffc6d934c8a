"""Compare the measured level at the river lock with the predicted tide from February to May 2023."""
import pandas as pd

GAUGE = "G3"
MONTHS = (2, 3, 4, 5)
# The gauge zeros have been 0.50 m below chart datum since 1 April 2023; tide tables refer to chart datum.
TURN = pd.Timestamp("2023-04-01")
LOWERED = 0.5
HOURS = 24


def read_month(month):
    """Return the hourly levels of a month above chart datum."""
    levels = pd.read_csv(
        f"/data/water_levels/{GAUGE}/{GAUGE}_2023-{month:02d}.txt",
        sep="|",
        encoding="latin-1",
        dtype={"utc": str},
    )
    levels["utc"] = pd.to_datetime(levels["utc"], format="%Y%m%d%H%M")
    corrected = levels["m"] - LOWERED
    is_lowered = levels["utc"] >= TURN
    levels["m"] = levels["m"].where(~is_lowered, corrected)
    return levels


def read_tables():
    """Return the predicted tide above chart datum."""
    tables = pd.read_parquet(f"/data/water_levels/tables/{GAUGE}_2023.parquet")
    tables["utc"] = pd.to_datetime(tables["utc"])
    return tables.rename(columns={"m": "predicted"})


parts = []
for month in MONTHS:
    parts.append(read_month(month))
both = pd.concat(parts).merge(read_tables(), on="utc")
if (both.groupby(both["utc"].dt.date).size() < HOURS).any():
    raise ValueError("an hour has no level")
both["above"] = both["m"] - both["predicted"]
by_day = both.groupby(both["utc"].dt.date)["above"].mean()
answer = f"{by_day.idxmax()}; {by_day.max():.4f} m"
print(answer)
