# %% [markdown]
# # Did the bulletins alarm too often?
#
# PM10 limit: daily mean of 50. The bulletin goes out before anybody validates anything.
# %%
import glob
import os
import pandas as pd

ROOT = "../input"
files = sorted(glob.glob(os.path.join(ROOT, "air_bulletins", "2022", "*.xlsx")))
len(files)
# %%
parts = []
for f in files:
    parts.append(pd.read_excel(f, skiprows=2))
bulletin = pd.concat(parts)
bulletin.head()
# %%
ring = bulletin[bulletin.Station == "RNG"].set_index("Datum").PM10
print(ring.describe().round(2))
print("days above 50:", (ring > 50).sum())
# %%
hours = pd.read_parquet(os.path.join(ROOT, "air_quality_validated", "pm10", "pm10_2022.parquet"))
hours = hours[(hours.station == "RNG") & (hours.flag == 1)]
len(hours)
# %% [markdown]
# Grouping by the UTC date is wrong: the bulletin has days of standard time. One hour later.
# %%
day = (hours.utc_start + pd.Timedelta(hours=1)).dt.normalize()
valid = hours.groupby(day).value.agg(["mean", "count"])
valid["mean"] = valid["mean"].round(1)
both = valid.join(ring.rename("announced"), how="inner")
both = both["2022-02-01":"2022-11-30"]
print(len(both), "days,", (both["count"] < 18).sum(), "with too few hours")
# %%
false = both[(both.announced > 50) & (both["mean"] <= 50) & (both["count"] >= 18)]
print(len(false), "false alarms of", (both.announced > 50).sum())
# %%
print("mean difference", round((both.announced - both["mean"]).mean(), 3))
print("correlation", round(both.announced.corr(both["mean"]), 4))
# %%
false.sort_values("announced").tail(5)
