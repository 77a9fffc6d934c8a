# %% [markdown]
# # Estates: electricity, steam, water, oxygen, waste, linen, meals
# %%
from pathlib import Path
import pandas as pd

root = Path("/kaggle/input")
year = {}
for name in ["site_electricity", "steam", "water_use", "medical_oxygen", "clinical_waste", "linen", "patient_meals"]:
    path = sorted((root / name).glob("*.parquet"))[0]
    t = pd.read_parquet(path)
    value = [c for c in t.columns if c not in ("ts", "code")][0]
    year[name] = t.groupby(t.ts.dt.year)[value].sum()
    print(name, path.name, value, t.code.nunique())
# %%
pd.DataFrame(year).round(0)
# %%
(pd.DataFrame(year).pct_change() * 100).round(2)
# %% [markdown]
# For the new wing of Harbour General only the monthly workbooks have the corrected electricity.
# %%
power = pd.read_excel(root / "site_electricity" / "power_2023_first.xlsx", skiprows=2)
print(round(power["Harbour General"].iloc[:4].sum(), 1), "MWh in the first four months")
print(power.drop(columns="month").sum().round(1))
# %%
census = pd.concat([pd.read_csv(p) for p in sorted((root / "bed_census").glob("census_*_2023.csv"))])
days = census.patients.sum()
print(days, "bed-days; kWh for each:", round(power.drop(columns="month").sum().sum() * 1000 / days, 3))
# %%
water = pd.read_csv(root / "water_use" / "water_2023.csv", encoding="utf-8-sig")
w = water.groupby("site").volume.sum()
print(w.round(1), round(w.sum() * 1000 / days, 2), "litres a bed-day")
