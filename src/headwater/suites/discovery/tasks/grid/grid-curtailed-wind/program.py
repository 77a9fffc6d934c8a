"""Compute the compensated energy losses of wind plants by region."""
import pandas as pd

YEAR = 2023
QUARTERS = (1, 2, 3, 4)
REGIONS = {
    "NOR": "North",
    "COA": "Coast",
    "VAL": "Valley",
    "UPL": "Uplands",
    "MET": "Metro",
}


def read_orders(quarter):
    """Return the curtailment orders of a quarter, as agreed by both sides."""
    return pd.read_csv(f"/data/feed_in_orders/orders_{YEAR}Q{quarter}_agreed.csv", sep=";", decimal=",", encoding="cp1252")


def read_plants():
    """Return the technology and region of each plant."""
    plants = pd.read_csv("/data/plant_register/plants.csv", encoding="utf-8-sig")
    columns = ["plant", "technology", "region"]
    return plants[columns]


orders = pd.concat([read_orders(quarter) for quarter in QUARTERS])
orders = orders.merge(read_plants(), on="plant")
is_wind = orders["technology"] == "wind"
wind = orders[is_wind]

total = wind["lost_mwh"].sum()
by_region = wind.groupby("region")["lost_mwh"].sum()
ranked = by_region.sort_values(ascending=False)
region = ranked.index[0]
most = ranked.iloc[0]
name = REGIONS[region]
answer = f"{total:.2f} MWh; {name}; {most:.2f} MWh"
print(answer)
