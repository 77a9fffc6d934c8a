"""Passages out of the port at S1 in autumn 2022, by hour."""
import pandas as pd

GATE, DIRECTION = "S1", "out"
MONTHS = (9, 10, 11)
APART = pd.Timedelta(seconds=180)


def read_month(month):
    """Return the reads of a month at the entrance, in the direction."""
    path = f"/data/truck_gates/reads_2022-{month:02d}.csv"
    reads = pd.read_csv(
        path,
        parse_dates=["read"],
    )
    is_here = reads["gate"] == GATE
    is_out = reads["direction"] == DIRECTION
    return reads[is_here & is_out]


def passages(reads):
    """Leave out a read of a tag within three minutes of its read before."""
    reads = reads.sort_values(["tag", "read"])
    before = reads.groupby("tag")["read"].shift()
    is_repeated = reads["read"] - before <= APART
    reads = reads[~is_repeated]
    return reads


parts = []
for month in MONTHS:
    parts.append(read_month(month))
counted = passages(pd.concat(parts))
hours = counted["read"].dt.hour
by_hour = hours.value_counts()
busiest = by_hour.idxmax()
answer = f"{busiest:02d}; {by_hour.max()}"
print(answer)
