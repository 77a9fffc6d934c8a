# %% [markdown]
# # Hopper or survey?
# %%
import pandas as pd

years = range(2018, 2024)
hopper = {y: pd.read_excel(f"/data/dredging_volumes/dredging_{y}_final.xlsx", skiprows=1) for y in years}
survey = {y: pd.read_excel(f"/data/dredging_volumes/dredging_{y}_s.xlsx", skiprows=1) for y in years}
pd.DataFrame({"hopper": {y: t.m3.sum() for y, t in hopper.items()}, "survey": {y: t.m3.sum() for y, t in survey.items()}})
# %% [markdown]
# The hopper has water in it. For the authorities: survey.
# %%
survey[2022].groupby("area").m3.sum()
# %%
ratio = {y: round(survey[y].m3.sum() / hopper[y].m3.sum(), 4) for y in years}
ratio
# %%
print("months with more than 20,000 m3:", sum((t.groupby("month").m3.sum() > 20000).sum() for t in survey.values()))
# %%
inv = pd.read_csv("/data/dredging_volumes/invoices/dredging_2022.csv")
print("invoiced", inv.hopper.sum(), "more than surveyed by", round(inv.hopper.sum() / survey[2022].m3.sum() * 100 - 100, 2), "%")
