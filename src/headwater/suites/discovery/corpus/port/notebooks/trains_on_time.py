# %% [markdown]
# # Trains in autumn 2023
# %%
import os
import pandas as pd

D = "/data"
parts = []
for m in (9, 10, 11):
    parts.append(pd.read_csv(os.path.join(D, "rail_trains", f"trains_2023-{m:02d}.csv"), sep=";").assign(month=m))
t = pd.concat(parts)
for c in ("planned", "actual"):
    t[c] = pd.to_datetime(t[c], format="%d.%m.%Y %H:%M")
print(len(t), t.actual.isna().sum())
# %%
ran = t.dropna(subset=["actual"])
late = (ran.actual - ran.planned).dt.total_seconds() / 60
(late <= 15).groupby(ran.month).mean().mul(100).round(2)
# %% [markdown]
# Cancelled trains are left out; with them in the denominator:
# %%
print(round((late <= 15).sum() / len(t) * 100, 2))
# %%
late.describe().round(2)
# %%
print("wagons:", ran.wagons.sum(), "a train:", round(ran.wagons.mean(), 3))
