"""Compute the TEU of both container terminals in the second quarter of 2023."""
import pandas as pd

TERMINALS = ("CE", "CW")
MONTHS = (4, 5, 6)
TEU = {20: 1, 40: 2, 45: 2}


def read_month(terminal, month):
    """Return the monthly TEU of a terminal for empty and full boxes, without restows."""
    path = f"/data/container_moves/{terminal}/moves_2023-{month:02d}.parquet"
    moves = pd.read_parquet(path)
    is_throughput = moves["move"] != "restow"
    moves = moves[is_throughput]
    factor = moves["feet"].map(TEU)
    teu = moves["boxes"] * factor
    return teu.groupby(moves["is_full"]).sum()


def quarter(terminal):
    """Return the quarterly TEU of a terminal for empty and full boxes."""
    total = pd.Series(0, index=[0, 1])
    for month in MONTHS:
        part = read_month(terminal, month)
        total = total.add(part, fill_value=0)
    return total


totals = {}
for terminal in TERMINALS:
    totals[terminal] = quarter(terminal)
both = totals["CE"] + totals["CW"]
empty = both.loc[0]
share = empty / both.sum() * 100
east = int(totals["CE"].sum())
west = int(totals["CW"].sum())
answer = f"{east}; {west}; {share:.2f}%"
print(answer)
