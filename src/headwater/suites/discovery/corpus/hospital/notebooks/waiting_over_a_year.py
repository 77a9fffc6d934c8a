# %% [markdown]
# # Waits above 52 weeks
# %%
import glob
import pandas as pd

parts = [pd.read_parquet(p) for p in sorted(glob.glob("/data/waiting_lists/census/*.parquet"))]
wl = pd.concat(parts)
wl["wait"] = (wl.census_day - wl.clock_start).dt.days
print(wl.census_day.min().date(), wl.census_day.max().date(), len(wl))
# %%
trend = wl.groupby("census_day").wait.agg(n="size", over=lambda w: (w > 364).sum())
trend
# %%
june = wl[wl.census_day == "2023-06-30"]
june[june.wait > 364].groupby("site").size()
# %%
sept = wl[wl.census_day == "2023-09-30"]
sept.specialty.value_counts()
# %% [markdown]
# The weekly lists have more pathways; they are not validated:
# %%
week = pd.read_csv("/data/waiting_lists/weekly/wl_2023w26.csv", encoding="utf-8-sig")
print(len(week), week.pathway.duplicated().sum(), len(june))
# %%
print("median wait at the end of June:", june.wait.median(), "90 %:", june.wait.quantile(0.9))
