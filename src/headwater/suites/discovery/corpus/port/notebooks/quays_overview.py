# %% [markdown]
# # Overview of the quays: ferries, cruises, shore power, cranes, waste
# %%
import glob
import os
import pandas as pd

D = "/data"
for name in ["ferry_passengers", "cruise_guests", "shore_power", "crane_energy", "reefer_plugs", "lane_meters", "ship_waste", "grain_silo", "drinking_water", "tug_hours"]:
    path = sorted(glob.glob(os.path.join(D, name, "**", "*.parquet"), recursive=True))[0]
    t = pd.read_parquet(path)
    value = [c for c in t.columns if c not in ("ts", "code")][0]
    print(name, os.path.basename(path), t[t.ts.dt.year == 2023][value].sum().round(0))
# %%
islands = pd.read_csv(os.path.join(D, "ferry_passengers", "lines", "L019.csv"), parse_dates=["day"])
print("Islands, May to August 2023:", islands[islands.day.between("2023-05-01", "2023-08-31")]["pass"].sum())
# %%
shore = pd.read_parquet(os.path.join(D, "shore_power", "backup", "shore.parquet"))
east = shore[(shore.code == "Q033") & shore.ts.between("2023-03-01", "2023-07-31")]
print("Container East:", round(east.energy.sum() / 1000, 1), "MWh")
# %% [markdown]
# Waste: only the monthly workbooks have the corrected sewage.
# %%
w = pd.read_excel(os.path.join(D, "ship_waste", "waste_2023_first.xlsx"), skiprows=2)
w.iloc[:6].drop(columns="month").sum().round(1)
# %%
cranes = pd.read_csv(os.path.join(D, "crane_energy", "cranes_2023.csv"), sep="|")
cranes.groupby("crane").energy.sum().round(0)
# %%
stat = pd.read_excel(os.path.join(D, "port_statistics", "statistics_2023.xlsx"), skiprows=1)
print("movements on the web page:", stat.calls.sum())
