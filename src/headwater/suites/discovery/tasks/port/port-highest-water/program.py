"""Find the highest level of the inner basin in the first half of 2023, above chart datum."""
import pandas as pd

GAUGE = "G2"
YEAR = 2023
MONTHS = range(1, 7)
FIRST = pd.Timestamp("2000-01-01")
# The gauge zeros have been 0.50 m below chart datum since 1 April 2023.
TURN = pd.Timestamp("2023-04-01")
SHIFT = 0.5


def read_month(month):
    """Return the hourly levels of a month above the gauge zero."""
    path = f"/data/water_levels/{GAUGE}/{GAUGE}_{YEAR}-{month:02d}.txt"
    levels = pd.read_csv(
        path,
        sep="|",
        encoding="latin-1",
        dtype={"utc": str},
    )
    levels["utc"] = pd.to_datetime(levels["utc"], format="%Y%m%d%H%M")
    return levels


parts = []
for month in MONTHS:
    part = read_month(month)
    parts.append(part)
levels = pd.concat(parts)

is_shifted = levels["utc"] >= TURN
shifted = levels["m"] - SHIFT
levels["above_datum"] = levels["m"].where(~is_shifted, shifted)
highest = levels["above_datum"].max()
in_quarter = levels["utc"].dt.quarter == 2
mean = levels.loc[in_quarter, "above_datum"].mean()
answer = f"{highest:.2f} m; {mean:.3f} m"
print(answer)
