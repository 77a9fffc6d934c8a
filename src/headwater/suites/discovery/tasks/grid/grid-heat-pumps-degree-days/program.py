"""Compute the heat pump energy in Uplands per degree day of a winter."""
import pandas as pd

CODE = "R033"
FIRST = pd.Timestamp("2022-11-01")
LAST = pd.Timestamp("2023-02-28")
BASE = 20.0
LIMIT = 15.0


def read_temperatures(year):
    """Return the homogenized daily mean temperatures."""
    table = pd.read_csv(f"/data/station_temperatures/{year}/temp_UPL_homog.csv", encoding="utf-8-sig")
    table["day"] = pd.to_datetime(table["day"], format="%d/%m/%Y")
    return table


def in_winter(days):
    """Return a mask of the days in the period."""
    return days.between(FIRST, LAST)


temperatures = pd.concat([read_temperatures(year) for year in (2022, 2023)])
is_winter = in_winter(temperatures["day"])
means = temperatures.loc[is_winter, "mean_c"]
cold = means[means < LIMIT]
degree_days = (BASE - cold).sum()

pumps = pd.read_parquet("/data/heat_pump_load/pumps.parquet")
is_ours = pumps["code"] == CODE
pumps = pumps[is_ours]
is_winter = in_winter(pumps["ts"])
used = pumps.loc[is_winter, "energy"]
energy = used.sum()

rate = energy / degree_days
first = f"{rate:.3f}"
second = f"{degree_days:.1f}"
answer = "; ".join([first, second])
print(answer)
