"""Compute schools' electricity per heated floor area in 2022 under the second version of rule EK-2."""
import pandas as pd

USE = "school"
FIRST, LAST = pd.Timestamp(2022, 1, 1), pd.Timestamp(2022, 12, 31)
FIVE_DIGITS = 100_000
WITHOUT_FIGURE = ("closed", "let")
NOT_ITS_OWN = "car chargers"


def read_factors():
    """Return the factor of each meter."""
    first = pd.read_csv("/data/building_meters/meters.csv")
    later = pd.read_csv("/data/building_meters/meter_changes.csv", encoding="utf-8-sig")
    return pd.concat([first, later]).set_index("meter")["factor"]


def read_readings():
    """Return the readings from one New Year to the next, with repeated readings replacing the first ones."""
    table = pd.read_csv("/data/building_meters/readings_2022.csv", sep=";", decimal=",", encoding="cp1252")
    table["day"] = pd.to_datetime(table["day"], format="%d.%m.%Y")
    again = pd.read_csv("/data/building_meters/reread.csv", parse_dates=["day"])
    table = table.merge(again, on=["building", "meter", "day"], how="left", suffixes=("_taken", ""))
    table["reading"] = table["reading"].fillna(table["reading_taken"])
    return table.sort_values(["building", "day"])


def from_network(part, factors):
    """Return the kWh that the meters of a building counted between its first and last reading."""
    factor = part["meter"].map(factors)
    before = part["reading"].shift()
    same = (part["reading"] - before) % FIVE_DIGITS * factor
    old = (part["last_of_old_meter"] - before) % FIVE_DIGITS * factor.shift()
    changed = old + part["reading"] * factor
    return same.where(part["last_of_old_meter"].isna(), changed).iloc[1:].sum()


def read_own():
    """Return the rooftop kWh that each building used, less the consumption of its car chargers."""
    roofs = pd.read_csv("/data/building_meters/roofs_2022.csv", sep=";", decimal=",", encoding="cp1252")
    roofs["kwh"] = roofs["made_kwh"] - roofs["fed_in_kwh"]
    behind = pd.read_csv("/data/building_meters/submeters_2022.csv", sep="|", encoding="latin-1")
    behind = behind[behind["what"] == NOT_ITS_OWN]
    return roofs.groupby("building")["kwh"].sum().sub(behind.groupby("building")["kwh"].sum(), fill_value=0)


def mean_area(buildings):
    """Return the mean heated floor area over the days of the year."""
    days = pd.date_range(FIRST, LAST)
    daily = pd.DataFrame({name: float(area) for name, area in buildings["area_m2"].items()}, index=days)
    changes = pd.read_csv("/data/municipal_buildings/area_changes.csv", sep=";", encoding="cp1252")
    changes["since"] = pd.to_datetime(changes["since"], format="%d.%m.%Y")
    for change in changes[changes["building"].isin(buildings.index)].sort_values("since").itertuples():
        daily.loc[change.since :, change.building] = change.area_m2
    return daily.mean()


def read_schools():
    """Return the schools that were in use all year."""
    buildings = pd.read_csv("/data/municipal_buildings/buildings.csv", encoding="utf-8-sig")
    usage = pd.read_csv("/data/municipal_buildings/usage.csv", parse_dates=["from", "to"])
    in_year = (usage["from"] <= LAST) & (usage["to"] >= FIRST)
    out = usage.loc[in_year & usage["state"].isin(WITHOUT_FIGURE), "building"]
    return buildings[(buildings["use"] == USE) & ~buildings["building"].isin(out)].set_index("building")


factors = read_factors()
schools = read_schools()
counted = {name: from_network(part, factors) for name, part in read_readings().groupby("building")}
energy = pd.Series(counted).add(read_own(), fill_value=0).reindex(schools.index)
area = mean_area(schools)
overall = energy.sum() / area.sum()
highest = (energy / area).max()
print(f"{overall:.2f} kWh/m2; {highest:.2f} kWh/m2; {len(schools)}")
