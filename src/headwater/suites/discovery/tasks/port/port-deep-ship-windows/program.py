"""Count the windows in which a deep ship can pass the sill, and find the longest window."""
import pandas as pd

PATHS = (
    "/data/water_levels/G1/G1_2023-03.txt",
    "/data/water_levels/G1/G1_2023-04.txt",
)
DRAUGHT = 14.5
SILL = 12.6
LOWERED = 0.5
HOUR = pd.Timedelta(hours=1)
TURN = pd.Timestamp("2023-04-01")


def read(path):
    """Return the hourly levels above the gauge zero."""
    table = pd.read_csv(
        path,
        sep="|",
        encoding="latin-1",
        dtype={"utc": str},
    )
    table["utc"] = pd.to_datetime(table["utc"], format="%Y%m%d%H%M")
    return table


levels = pd.concat([read(path) for path in PATHS])
levels = levels.sort_values("utc", ignore_index=True)
if (levels["utc"].diff().iloc[1:] != HOUR).any():
    raise ValueError("an hour has no level")

# The gauge zeros were lowered, so readings exceed the level above chart datum.
is_lowered = levels["utc"] >= TURN
above_datum = levels["m"] - is_lowered * LOWERED
draught = DRAUGHT * 1.12
deep = (above_datum + SILL).round(3) >= round(draught, 3)
number = (deep != deep.shift()).cumsum()
runs = number[deep].value_counts()
longest = runs.max()
parts = [
    f"{len(runs)} windows",
    f"{longest} h",
]
print("; ".join(parts))
