# %% [markdown]
# # Serious accidents 2018 to 2023
# %%
import pandas as pd

acc = pd.concat([pd.read_csv(f"/data/road_accidents/accidents_{y}_b.csv").assign(year=y) for y in range(2018, 2024)])
print(len(acc))
acc.groupby("year").category.value_counts().unstack()
# %% [markdown]
# The codes change in 2021 (codebook): before, 1 is fatal; since then, 4 is fatal and 3 is serious. First I had used 1 and 2
# for all years, and the curve had a jump.
# %%
acc["bad"] = acc.category.isin([1, 2]).where(acc.year <= 2020, acc.category.isin([3, 4]))
acc.groupby("year").bad.mean().mul(100).round(2)
# %%
walkers = acc[acc.pedestrian == 1]
share = walkers.groupby("year").bad.mean().mul(100)
share.round(2)
# %%
bikes22 = acc[(acc.year == 2022) & (acc.bicycle == 1)]
print((bikes22.category == 3).sum(), "serious and", (bikes22.category == 4).sum(), "fatal with bicycles in 2022")
# %%
early = pd.read_csv("/data/road_accidents/accidents_2022.csv")
print("in February there were", len(early), "cases of", (acc.year == 2022).sum())
# %%
acc["hour"] = pd.to_datetime(acc.time).dt.hour
print("share between 7 and 9 o'clock:", round(acc.hour.between(7, 9).mean() * 100, 2))
