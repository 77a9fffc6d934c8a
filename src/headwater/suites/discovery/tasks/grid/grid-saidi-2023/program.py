"""Compute the SAIDI for 2023 by region, and find the highest and the lowest."""
import pandas as pd

MONTHS = range(1, 13)
REGIONS = {"NOR": "North", "COA": "Coast", "VAL": "Valley", "UPL": "Uplands", "MET": "Metro"}
FORMAT = "%d/%m/%Y %H:%M"


def read_month(month):
    """Return the interruptions of a month, as reported to the regulator."""
    path = f"/data/supply_interruptions/regulator/RI_2023_{month:02d}.csv"
    return pd.read_csv(path, encoding="utf-8-sig")


log = pd.concat([read_month(month) for month in MONTHS])
log["began"] = pd.to_datetime(log["began"], format=FORMAT)
log["restored"] = pd.to_datetime(log["restored"], format=FORMAT)
log["minutes"] = (log["restored"] - log["began"]).dt.total_seconds() / 60

majeure = pd.read_csv("/data/force_majeure/force_majeure.csv")["day"]
majeure = pd.to_datetime(majeure)
day = log["began"].dt.normalize()
is_long = log["minutes"] > 3
is_unplanned = log["cause"] != "planned work"
counted = log[is_long & is_unplanned & ~day.isin(majeure)]

lost = counted["customers"] * counted["minutes"]
by_region = lost.groupby(counted["region"]).sum()
served = pd.read_csv("/data/customers_served/served_2022.csv")
served = served.set_index("region")["customers"]
saidi = (by_region / served).sort_values()

lowest = saidi.index[0]
highest = saidi.index[-1]
parts = []
for region in (highest, lowest):
    name = REGIONS[region]
    parts.append(f"{name}; {saidi[region]:.2f}")
answer = "; ".join(parts)
print(answer)
