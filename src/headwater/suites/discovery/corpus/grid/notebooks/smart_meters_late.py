# %% [markdown]
# # Late answers of smart meters, Valley, March 2023
# %%
import pandas as pd

h = pd.read_csv("/data/smart_meter_sums/2023-03/VAL_final.csv", parse_dates=["hour"])
print(len(h), h.state.value_counts().to_dict(), round(h.kwh.sum() / 1000, 2))
# %%
late = pd.read_csv("/data/smart_meter_sums/late/late_2023-03.csv", sep="\t", encoding="utf-16")
late["hour"] = pd.to_datetime(late.hour, format="%d/%m/%Y %H:%M")
late.groupby("region").kwh.agg(["count", "sum"]).round(1)
# %%
v = late[late.region == "VAL"].set_index("hour").kwh
s = h.set_index("hour").kwh.copy()
s.update(v)
print(round(s.sum() / 1000, 2), "MWh with late answers")
# %% [markdown]
# Substitutes are too low by:
# %%
sub = h[h.state == "S"].set_index("hour").kwh
print(round((1 - sub.sum() / v.reindex(sub.index).sum()) * 100, 3), "%")
# %%
settled = pd.read_parquet("/data/load_settled/2023/VAL_s2.parquet")
march = settled[settled.start_utc.dt.month == 3].mw.sum() / 4
print("share of the load:", round(s.sum() / 1000 / march * 100, 2), "%")
