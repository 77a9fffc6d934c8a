# %% [markdown]
# # Overview of networks: substations, gas, batteries, charging
# %%
from pathlib import Path
import pandas as pd

root = Path("/kaggle/input")
for name in ["substation_energy", "own_consumption", "gas_offtake", "biomethane", "battery_storage", "public_charging", "street_lights", "reactive_power", "balancing_energy"]:
    path = sorted((root / name).rglob("*.parquet"))[0]
    t = pd.read_parquet(path)
    value = [c for c in t.columns if c not in ("ts", "code")][0]
    print(name, path.name, t.groupby(t.ts.dt.year)[value].sum().round(0).to_dict())
# %%
cedar = pd.read_parquet(root / "substation_energy/export/substations.parquet").query("code == 'S026'").set_index("ts").energy
print("Cedar, March to June 2023:", round(cedar["2023-03":"2023-06"].sum(), 1))
# %% [markdown]
# Gas: the corrected values are in the yearly files (UTF-16, of all things).
# %%
gas = pd.read_csv(root / "gas_offtake" / "gas_2023.csv", sep="\t", encoding="utf-16")
gas["day"] = pd.to_datetime(gas.date, format="%d/%m/%Y")
gas.groupby(["town", gas.day.dt.quarter]).gas.sum().unstack().round(1)
# %%
bio = pd.concat([pd.read_csv(p, encoding="utf-8-sig").assign(code=p.stem[-4:]) for p in sorted((root / "biomethane").glob("plant_*.csv"))])
print(bio.groupby("code").gas.sum().round(1))
# %%
print("share of biomethane", round(bio[bio.day.str.endswith("2023")].gas.sum() / gas.gas.sum() * 100, 3), "%")
