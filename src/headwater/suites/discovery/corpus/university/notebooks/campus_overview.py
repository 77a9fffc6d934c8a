# %% [markdown]
# # Campus: energy, water, computing, canteens
# %%
import glob
import os
import pandas as pd

for name in ["campus_power", "campus_heat", "campus_water", "canteen_meals", "computing_hours", "wifi_devices", "sports_visits", "solar_campus", "campus_waste", "lab_gases"]:
    path = sorted(glob.glob(os.path.join("../input", name, "**", "*.parquet"), recursive=True))[0]
    t = pd.read_parquet(path)
    value = [c for c in t.columns if c not in ("ts", "code")][0]
    print(name, os.path.basename(path), round(t[t.ts.dt.year == 2023][value].sum()))
# %%
heat = pd.concat([pd.read_csv(f"../input/campus_heat/heat_{y}.csv", sep="|", dtype={"date": str}) for y in (2022, 2023)])
w = heat[(heat.campus == "Clinic") & heat.date.between("20221101", "20230228")]
print(round(w.heat.sum() / 1000, 1), "MWh clinic")
# %% [markdown]
# Water: the workbooks.
# %%
water = pd.read_excel("../input/campus_water/water_2023_v1.xlsx", skiprows=2)
print(water[water.month.str[:3].isin(["Jun", "Jul", "Aug", "Sep"])].drop(columns="month").sum().round(1).to_dict())
# %%
c = pd.read_parquet("../input/computing_hours/archive/cluster.parquet")
gpu = c[(c.code == "P019") & c.ts.between("2023-03-01", "2023-08-31")]
print("gpu:", round(gpu.core_hours.sum()))
# %%
power = pd.concat([pd.read_csv(f, parse_dates=["day"]).assign(code=os.path.basename(f)[2:6]) for f in sorted(glob.glob("../input/campus_power/c_*.csv"))])
print(power[power.day.dt.year == 2023].groupby("code").ener.sum().round(0))
# %%
print("kWh for each core hour:", round(power[power.day.dt.year == 2023].ener.sum() / c[c.ts.dt.year == 2023].core_hours.sum(), 4))
