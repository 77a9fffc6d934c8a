"""Compute the full-load hours of wind and solar plants in 2023 under the second version of RL 8-03."""
import pandas as pd

YEAR = 2023
TECHNOLOGIES = ("wind", "solar")
FEED = f"/data/feed_in/{YEAR}/"
DOUBLED = {
    "E1134", "E1171", "E1262", "E1390", "E1439", "E1449", "E1459",
    "E1629", "E1715", "E1738", "E1743", "E1774", "E1905", "E1933",
}  # fmt: skip
TAKEN_BACK = {"E1134", "E1715", "E1774"}
HALVED_UNTIL = 4
MEGAWATT_HOURS = ("UPL", (7, 8, 9))
LATE = 11


def read_plants():
    """Return the plants that operated on every day of the year."""
    plants = pd.read_csv("/data/plant_register/plants.csv", encoding="utf-8-sig", na_values=["n/a"])
    since = pd.to_datetime(plants["since"], format="%d/%m/%Y")
    until = pd.to_datetime(plants["until"], format="%d/%m/%Y")
    started = since <= pd.Timestamp(YEAR, 1, 1)
    running = until.isna() | (until >= pd.Timestamp(YEAR, 12, 31))
    stops = pd.read_csv("/data/plant_register/standstills.csv", encoding="utf-8-sig")
    first = pd.to_datetime(stops["from"], format="%d/%m/%Y")
    last = pd.to_datetime(stops["to"], format="%d/%m/%Y")
    in_year = (first <= pd.Timestamp(YEAR, 12, 31)) & (last >= pd.Timestamp(YEAR, 1, 1))
    stood = plants["plant"].isin(stops.loc[in_year, "plant"])
    return plants[started & running & ~stood].set_index("plant")


def mean_power(power):
    """Return the mean net power of each plant over the days of the year."""
    days = pd.date_range(f"{YEAR}-01-01", f"{YEAR}-12-31")
    daily = pd.DataFrame({plant: float(kw) for plant, kw in power.items()}, index=days)
    changes = pd.read_csv("/data/plant_register/power_changes.csv").sort_values("since")
    for change in changes[changes["plant"].isin(power.index)].itertuples():
        daily.loc[change.since :, change.plant] = change.kw
    return daily.mean()


def last_number(plant, later):
    """Return the last number of a plant, which the register uses."""
    while plant in later:
        plant = later[plant]
    return plant


def read_month(month, regions, later):
    """Return the corrected kWh of a month by plant."""
    table = pd.read_csv(f"{FEED}feed_{YEAR}-{month:02d}.csv")
    table["kwh"] = table["kwh"].astype(float)
    if month <= HALVED_UNTIL:
        table.loc[table["plant"].isin(DOUBLED - TAKEN_BACK), "kwh"] *= 2
    if month == LATE:
        late = pd.read_csv(f"{FEED}nachlieferung/nl_2311.csv", sep=";", encoding="cp1252")
        late = late.rename(columns={"anlage": "plant", "arbeit": "kwh"})[["plant", "kwh"]]
        table = pd.concat([table[~table["plant"].isin(late["plant"])], late])
    table["plant"] = [last_number(plant, later) for plant in table["plant"]]
    region, months = MEGAWATT_HOURS
    if month in months:
        table.loc[table["plant"].map(regions) == region, "kwh"] *= 1000
    return table


def read_lost():
    """Return the kWh lost to feed-in orders by plant, as agreed by both sides."""
    parts = []
    for quarter in (1, 2, 3, 4):
        path = f"/data/feed_in_orders/orders_{YEAR}Q{quarter}_agreed.csv"
        parts.append(pd.read_csv(path, sep=";", decimal=",", encoding="cp1252"))
    return pd.concat(parts).groupby("plant")["lost_mwh"].sum() * 1000


plants = read_plants()
numbers = pd.read_csv("/data/plant_register/renumbered.csv")
later = dict(zip(numbers["old"], numbers["new"]))
months = [read_month(month, plants["region"], later) for month in range(1, 13)]
energy = pd.concat(months).groupby("plant")["kwh"].sum()
energy = energy.add(read_lost(), fill_value=0).reindex(plants.index)
power = mean_power(plants["kw"])
parts = []
for technology in TECHNOLOGIES:
    ours = plants.index[plants["technology"] == technology]
    hours = energy[ours].sum() / power[ours].sum()
    parts.append(f"{hours:.1f} h; {len(ours)}")
print("; ".join(parts))
