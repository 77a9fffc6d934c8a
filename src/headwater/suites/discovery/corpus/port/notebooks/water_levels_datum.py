# %% [markdown]
# # Levels above chart datum
# %%
import pandas as pd


def read(gauge, year, months):
    parts = [pd.read_csv(f"/data/water_levels/{gauge}/{gauge}_{year}-{m:02d}.txt", sep="|", dtype={"utc": str}) for m in months]
    t = pd.concat(parts)
    t["utc"] = pd.to_datetime(t.utc, format="%Y%m%d%H%M")
    return t


g2 = read("G2", 2023, range(1, 7))
g2.groupby(g2.utc.dt.month).m.mean().round(3)
# %% [markdown]
# Half a meter more since April: the zero was lowered. Take it off again.
# %%
g2["cd"] = g2.m.where(g2.utc < "2023-04-01", g2.m - 0.5)
print(round(g2.cd.max(), 2), round(g2[g2.utc.dt.quarter == 2].cd.mean(), 3))
# %%
g1 = read("G1", 2022, range(1, 13))
table = pd.read_parquet("/data/water_levels/tables/G1_2022.parquet")
both = g1.merge(table, on="utc", suffixes=("", "_predicted"))
surge = (both.m - both.m_predicted).round(2)
surge.describe().round(4)
# %%
high = both.utc[surge > 0.4]
print(surge.max(), len(high), high.dt.month.value_counts().idxmax())
# %%
wind = pd.read_csv("/data/pier_wind/wind_2022-03.csv", parse_dates=["utc"])
print("strongest gust in March 2022:", wind.gust_kn.max(), "kn; mean", round(wind.wind_kn.mean(), 3))
