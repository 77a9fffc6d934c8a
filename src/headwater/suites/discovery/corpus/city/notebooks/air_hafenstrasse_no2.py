# %% [markdown]
# # NO2 at Hafenstraße: which release are we looking at?
#
# The legal department wants the number of hours above 80 µg/m³. There are several files for 2023 and they do not agree,
# so first I look at what differs between them.
# %%
import pandas as pd

base = "/data/air_quality_validated/no2/"
releases = {name: pd.read_parquet(f"{base}no2_2023{name}.parquet") for name in ["", "_r1", "_r2", "_final"]}
{name: len(table) for name, table in releases.items()}
# %% [markdown]
# `_final` has fewer rows. It seems that only valid hours are in it.
# %%
releases[""].flag.value_counts()
# %%
haf = {name: t[t.station == "HAF"] for name, t in releases.items()}
pd.DataFrame({name: t.groupby(t.utc_start.dt.month).value.mean().round(2) for name, t in haf.items()})
# %% [markdown]
# From February to September r2 is lower. The changelog says why: audit of the span gas. r2 replaces r1.
# %%
# first attempt - forgot the flags, these are too many
first = (haf["_r2"].value > 80).sum()
print("all hours", first)
# %%
valid = haf["_r2"][haf["_r2"].flag == 1]
print("valid hours", len(valid), "share", round(len(valid) / len(haf["_r2"]) * 100, 2), "%")
high = valid[valid.value > 80]
print(f"{len(high)} hours above 80")
# %%
high.groupby(high.utc_start.dt.month).size()
# %%
for name, t in haf.items():
    ok = t[t.flag == 1] if "flag" in t else t
    print(repr(name), (ok.value > 80).sum(), round(ok.value.mean(), 3))
# %% [markdown]
# So the choice of the release moves the count a lot. Next: how do the other traffic stations compare?
# %%
r2 = releases["_r2"]
r2[(r2.flag == 1)].groupby("station").value.agg(["mean", "median", "max"]).round(2)
