# %% [markdown]
# # What would Uplands pay as one customer?
# %%

import pandas as pd

D = "../input"
load = {y: pd.read_parquet(f"{D}/load_settled/{y}/UPL_s2.parquet").mw for y in (2022, 2023)}
{y: (round(s.max(), 3), round(s.sum() / 4, 1)) for y, s in load.items()}
# %%
kw = dict(sep=";", decimal=",", encoding="cp1252")
prices = {y: pd.read_csv(f"{D}/network_charges/prices_{y}_b.csv", **kw).set_index("level") for y in load}
prices[2023]
# %%
provisional = pd.read_csv(f"{D}/network_charges/prices_2023.csv", **kw).set_index("level")
(provisional / prices[2023] - 1).round(4) * 100
# %% [markdown]
# The binding prices (b) count. High voltage:
# %%
for y, s in load.items():
    p = prices[y].loc["high voltage"]
    power = s.max() * 1000 * p.eur_per_kw_year
    energy = s.sum() / 4 * 1000 * p.cent_per_kwh / 100
    print(y, round(power), round(energy), round(power + energy))
# %%
print("low voltage, 2023:", prices[2023].loc["low voltage", "cent_per_kwh"])
