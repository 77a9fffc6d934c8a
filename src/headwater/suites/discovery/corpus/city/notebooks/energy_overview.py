# %% [markdown]
# # Energy of the city: heat, light, sun
# %%
import glob
import os
import pandas as pd

D = "../input"
frames = {}
for name in ["pool_energy", "district_heating", "street_lighting", "solar_roofs", "charging_points"]:
    path = sorted(glob.glob(os.path.join(D, name, "*.parquet")))[0]
    t = pd.read_parquet(path)
    value = [c for c in t.columns if c not in ("ts", "code")][0]
    frames[name] = t.groupby([t.ts.dt.year, "code"])[value].sum().unstack(0)
    print(name, os.path.basename(path), value)
# %%
frames["street_lighting"].round(0)
# %%
{name: round(f[2023].sum() / f[2022].sum() * 100 - 100, 2) for name, f in frames.items()}
# %% [markdown]
# Pools: the corrected values are in the monthly workbooks (MWh!), not in Parquet.
# %%
heat = pd.concat([pd.read_excel(os.path.join(D, "pool_energy", f"heat_{y}_old.xlsx"), skiprows=2) for y in (2022, 2023)])
winter = heat[heat.month.isin(["Oct 2022", "Nov 2022", "Dec 2022", "Jan 2023", "Feb 2023"])]
winter.drop(columns="month").sum().round(1)
# %%
raw = pd.read_parquet(os.path.join(D, "pool_energy", "heat.parquet"))
nord = raw[(raw.code == "P012") & (raw.ts >= "2022-10-01") & (raw.ts < "2023-03-01")].heat.sum() / 1000
print(round(nord, 1), "MWh before the correction; factor", round(winter.Nordbad.sum() / nord, 4))
# %%
sun = pd.concat([pd.read_csv(f).assign(code=os.path.basename(f)[5:9]) for f in sorted(glob.glob(os.path.join(D, "solar_roofs", "roof_*.csv")))])
sun["day"] = pd.to_datetime(sun.day)
print(sun[sun.day.dt.year == 2023].groupby("code").ener.sum().round(0))
# %%
river = pd.read_parquet(os.path.join(D, "river_level", "discharge.parquet"))
print("mean discharge", river.discharge.mean().round(2), "max", river.discharge.max())
