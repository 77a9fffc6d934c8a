"""Compute the TEU per occupied berth hour at Container East in ISO weeks 27 to 30 of 2023."""
import pandas as pd

TERMINAL = "CE"
WEEKS = range(27, 31)
FIRST, LAST = pd.Timestamp("2023-07-03"), pd.Timestamp("2023-07-30")
TEU = {20: 1, 40: 2, 45: 2}


def read_hours(week):
    """Return the occupied berth hours of the terminal in a week."""
    berths = pd.read_csv(
        f"/data/berth_occupancy/berths_2023w{week}.csv",
        encoding="utf-8-sig",
    )
    ours = berths[berths["terminal"] == TERMINAL]
    return ours["hours"].sum()


def read_teu():
    """Return the TEU throughput of the weeks, without restows."""
    moves = pd.read_parquet("/data/container_moves/CE/moves_2023-07.parquet")
    days = pd.to_datetime(moves["day"])
    in_weeks = days.between(FIRST, LAST)
    is_throughput = moves["move"] != "restow"
    moves = moves[in_weeks & is_throughput]
    factor = moves["feet"].map(TEU)
    teu = moves["boxes"] * factor
    return teu.sum()


occupied = 0.0
for week in WEEKS:
    hours = read_hours(week)
    occupied += hours
handled = read_teu()
rate = handled / occupied
answer = f"{rate:.2f} TEU/h"
print(answer)
