# %% [markdown]
# # Inpatient survey
# %%
import pandas as pd
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt

s = {y: pd.read_parquet(f"/data/inpatient_survey/responses_{y}.parquet") for y in (2021, 2022, 2023)}
{y: (t.overall == 99).sum() for y, t in s.items()}
# %%
# 99 is no answer. First plot looked very odd :)
for t in s.values():
    t.drop(t[t.overall == 99].index, inplace=True)
s[2022].overall.describe().round(3)
# %%
def score(t):
    return (t.overall * t.weight).sum() / t.weight.sum()


scores = pd.DataFrame({y: t.groupby("site")[["overall", "weight"]].apply(score) for y, t in s.items()})
scores.round(2)
# %%
print("unweighted, Castle Row 2022:", round(s[2022][s[2022].site == "CAS"].overall.mean(), 2))
# %%
fig, ax = plt.subplots()
scores.T.plot(ax=ax)
plt.close(fig)
print(scores.stack().max().round(3), scores.stack().min().round(3))
# %%
s[2022].groupby("age_group")[["overall", "weight"]].apply(score).round(2)
