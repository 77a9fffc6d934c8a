# %% [markdown]
# # CO2 of Leeds, summer 2022
# %%
import pandas as pd

pas = {m: pd.read_csv(f"/data/tankpassen/pas_b/{m}.csv", encoding="utf-8-sig") for m in ["2206", "2207", "2208"]}
{m: round(t.hoev.mean(), 2) for m, t in pas.items()}
# %% [markdown]
# June is in gallons, as the ticket says.
# %%
pas["2206"]["hoev"] *= 4.54609
t = pd.concat(pas.values())
codes = pd.read_csv("/data/tankpassen/productcodes_1.csv").set_index("prod")["product"]
t["product"] = t["prod"].map(codes)
t.groupby("product").hoev.sum().round(1)
# %%
vt = pd.read_csv("/data/voertuigen_stand/vt_2022_01.csv", sep="|", encoding="latin-1").set_index("kenteken")
t["soort"] = t.kenteken.map(vt.soort)
t["plaats"] = t.kenteken.map(vt.standplaats)
print(t.soort.value_counts().to_dict())
# %%
f = {"Diesel": 3.24, "Diesel premium": 3.24, "Euro 95": 2.88}
own = t[t.soort.isin(["B", "V"]) & (t.plaats == "Leeds")]
kg = (own.hoev * own["product"].map(f).fillna(0)).sum()
print("t CO2:", round(kg / 1000, 2))
# %%
print("by the factors until 2021:", round((own[own["product"].str.startswith("Diesel")].hoev * 2.64).sum() / 1000, 2))
