# %% [markdown]
# # Electricity of municipal buildings, 2022
# %%
import pandas as pd

readings = pd.read_csv("../input/building_meters/readings_2022.csv", sep=";", decimal=",", encoding="cp1252")
readings["day"] = pd.to_datetime(readings.day, format="%d.%m.%Y")
meters = pd.read_csv("../input/building_meters/meters.csv")
buildings = pd.read_csv("../input/municipal_buildings/buildings.csv")
print(len(readings), readings.building.nunique(), readings.last_of_old_meter.notna().sum())
# %%
# naive: last minus first - gives negative values!
naive = readings.groupby("building").reading.agg(lambda r: r.iloc[-1] - r.iloc[0])
print((naive < 0).sum(), "negative")
# %% [markdown]
# Meters were changed. Where `last_of_old_meter` is filled, the old one ended there and the new one began at 0.
# %%
r = readings.sort_values(["building", "day"])
prev = r.groupby("building").reading.shift()
used = (r.reading - prev).where(r.last_of_old_meter.isna(), r.last_of_old_meter - prev + r.reading)
units = used.groupby(r.building).sum()
kwh = units * meters.set_index("building").factor
print(round(kwh.sum()), "kWh")
# %%
b = buildings.set_index("building").join(kwh.rename("kwh"))
g = b.groupby("use")[["kwh", "area_m2"]].sum()
(g.kwh / g.area_m2).round(2)
# %%
schools = b[b.use == "school"]
per = schools.kwh / schools.area_m2
print(len(schools), "schools;", round(schools.kwh.sum() / schools.area_m2.sum(), 2), "together;", round(per.max(), 2), per.idxmax())
# %%
print("median of all buildings", round((b.kwh / b.area_m2).median(), 2))
