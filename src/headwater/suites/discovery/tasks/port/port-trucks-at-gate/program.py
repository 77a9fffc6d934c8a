"""Count the inbound truck passages at gate N1 in May and June 2023."""
import pandas as pd

GATE = "N1"
DIRECTION = "in"
MONTHS = (5, 6)
LIMIT = 180
COLUMNS = ["tag", "read"]


def read_month(month):
    """Return the inbound reads of a month at the gate."""
    path = f"/data/truck_gates/reads_2023-{month:02d}.csv"
    reads = pd.read_csv(path)
    reads["read"] = pd.to_datetime(reads["read"])
    at_gate = reads["gate"] == GATE
    is_inbound = reads["direction"] == DIRECTION
    return reads[at_gate & is_inbound]


reads = pd.concat([read_month(month) for month in MONTHS])
reads = reads.sort_values(COLUMNS)

# Reads of a tag within three minutes of its previous read belong to the same passage.
before = reads.groupby("tag")["read"].shift()
gap = (reads["read"] - before).dt.total_seconds()
is_repeated = gap <= LIMIT
passages = reads[~is_repeated]
repeated = int(is_repeated.sum())

month = passages["read"].dt.month
by_month = passages.groupby(month).size()
parts = []
for month in MONTHS:
    count = by_month[month]
    parts.append(str(count))
parts.append(str(repeated))
answer = "; ".join(parts)
print(answer)
