"""Electricity of schools in 2022 by heated floor area."""
import pandas as pd

USE = "school"


def read_readings():
    """Return the readings of the year, the first one and that of the next new year included."""
    table = pd.read_csv(
        "/data/building_meters/readings_2022.csv",
        sep=";",
        decimal=",",
        encoding="cp1252",
    )
    table["day"] = pd.to_datetime(table["day"], format="%d.%m.%Y")
    return table.sort_values(["building", "day"])


def units(part):
    """Return what a meter counted between its first and last reading, also where it was changed."""
    before = part["reading"].shift()
    used = part["reading"] - before
    is_changed = part["last_of_old_meter"].notna()
    followed = part["last_of_old_meter"] - before + part["reading"]
    used = used.where(~is_changed, followed)
    return used.iloc[1:].sum()


readings = read_readings()
factors = pd.read_csv("/data/building_meters/meters.csv").set_index("building")["factor"]
buildings = pd.read_csv("/data/municipal_buildings/buildings.csv").set_index("building")
schools = buildings[buildings["use"] == USE]

counted = {name: units(part) for name, part in readings.groupby("building")}
energy = (pd.Series(counted) * factors).reindex(schools.index)
area = schools["area_m2"]
overall = energy.sum() / area.sum()
highest = (energy / area).max()
print(f"{overall:.2f} kWh/m2; {highest:.2f} kWh/m2")
