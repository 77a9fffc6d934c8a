# %% [markdown]
# # Peak load of Metro: three sources, three peaks
# %%
import pandas as pd

first = pd.read_parquet("/data/load_settled/2023/MET_settled.parquet")
second = pd.read_parquet("/data/load_settled/2023/MET_s2.parquet")
print(len(first), len(second))
# %%
for name, t in {"first": first, "second": second}.items():
    p = t.loc[t.mw.idxmax()]
    print(name, round(p.mw, 3), p.start_utc)
# %% [markdown]
# The peak moves to another month! In the second settlement the large customers are in, in February, March and August.
# %%
ratio = second.groupby(second.start_utc.dt.month).mw.mean() / first.groupby(first.start_utc.dt.month).mw.mean()
ratio.round(4)
# %%
energy = second.mw.sum() / 4 / 1000
print(round(energy, 3), "GWh in 2023, load factor", round(second.mw.mean() / second.mw.max(), 4))
# %%
import glob
raw = pd.concat([pd.read_csv(f, sep=";", decimal=",") for f in sorted(glob.glob("/data/load_next_day/MET/MET_2023-*.csv"))])
print("control room:", raw.MW.max(), "mean", round(raw.MW.mean(), 3))
# %%
val = pd.read_parquet("/data/load_settled/2022/VAL_s2.parquet")
print("Valley, August 2022:", round(val[val.start_utc.dt.month == 8].mw.sum() / 4000, 3), "GWh")
