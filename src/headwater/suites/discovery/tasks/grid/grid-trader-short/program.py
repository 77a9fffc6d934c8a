"""Count the quarter-hours of December 2022 in which Brightwell was short, and sum the missing energy."""
import pandas as pd

FOLDER = "/data/bilanzkreis_reihen/"
GROUP = "11XBK-110-W"
MONTHS = ("202211", "202212")
KWH_PER_MW = 250


def read(kind, ending):
    """Return the group's rows from the files for both months."""
    parts = []
    for month in MONTHS:
        path = f"{FOLDER}{kind}_{month}{ending}.parquet"
        part = pd.read_parquet(path)
        parts.append(part[part["bk"] == GROUP])
    return pd.concat(parts).drop(columns="bk")


plan = read("FP", "")
metered = read("IST", "_ZC")
table = plan.merge(
    metered,
    on="ts",
    how="inner",
)

# The month is defined in German time, but the series are in UTC.
local = table["ts"].dt.tz_localize("UTC").dt.tz_convert("Europe/Berlin")
is_december = (local.dt.year == 2022) & (local.dt.month == 12)
table = table[is_december]

# Since October 2022, positive values in metered series are withdrawals by the group.
balance = table["mw"] * KWH_PER_MW - table["kwh"]
short = balance[balance < 0]
count = len(short)
lacked = -short.sum()
mwh = lacked / 1000
first = f"{count}"
second = f"{mwh:.2f} MWh"
print("; ".join([first, second]))
