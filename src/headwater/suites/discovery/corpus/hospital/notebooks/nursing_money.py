# %% [markdown]
# # Nursing: money and hours
#
# Financial year 2022 runs from April 2022 to March 2023, so January to March are periods 10 to 12.
# %%
import pandas as pd

parts = []
for p in (10, 11, 12):
    parts.append(pd.read_csv(f"/data/cost_centres/2022/period_{p}_closed.csv", encoding="utf-8-sig").assign(period=p))
spent = pd.concat(parts)
nursing = spent[spent.centre == "Nursing"].groupby("site").GBP.sum()
nursing.round(2)
# %%
budget = pd.read_excel("/data/cost_centres/2022/budget_v2.xlsx", skiprows=1)
approved = budget[budget.centre == "Nursing"].set_index("site").month_kGBP * 1000 * 3
(nursing - approved).sort_values().round(0)
# %%
eas = spent[(spent.site == "EAS") & (spent.centre == "Energy")]
print(eas[["period", "GBP"]])
# %%
import glob
weeks = pd.concat([pd.read_csv(f"/data/nursing_rosters/week_2023_{w}.csv") for w in range(14, 18)])
stb = weeks[(weeks.site == "STB") & (weeks.band == "registered")]
print(round(stb.of_which_agency_h.sum() / stb.worked_h.sum() * 100, 2), "% agency at St Brennan")
# %%
print(len(glob.glob("/data/nursing_rosters/week_*.csv")), "weeks in all")
filled = weeks.groupby("site")[["planned_h", "worked_h"]].sum()
(filled.worked_h / filled.planned_h * 100).round(2)
