# %% [markdown]
# # Antibiotics at St Brennan, first quarter of 2023
# %%
import pandas as pd

SITE, MONTHS = "STB", ["2023-01", "2023-02", "2023-03"]


def grams(folder):
    t = pd.concat([pd.read_csv(f"/data/antibiotic_issues/{folder}_{m}.csv", encoding="utf-8-sig") for m in MONTHS])
    t = t[t.site == SITE]
    return (t.packs * t.units_in_pack * t.grams_in_unit).groupby(t.drug).sum()


issued, returned = grams("issues"), grams("returns/returns")
(issued - returned).round(1)
# %%
old = pd.read_csv("/data/defined_daily_doses/ddd.csv").set_index("drug").grams
new = pd.read_csv("/data/defined_daily_doses/ddd_b.csv").set_index("drug").grams
(new / old).round(3)
# %% [markdown]
# For 2023 the new doses count (ddd_b).
# %%
census = pd.read_csv("/data/bed_census/census_STB_2023.csv", parse_dates=["day"])
days = census[census.day < "2023-04-01"].patients.sum()
print(days, "bed-days")
# %%
ddd = (issued - returned) / new
(ddd / days * 100).round(2)
# %%
two = ddd[["meropenem", "ciprofloxacin"]].sum() / days * 100
print(round(two, 2))
# %%
print("all:", round(ddd.sum() / days * 100, 2), "returned share:", round(returned.sum() / issued.sum() * 100, 2), "%")
