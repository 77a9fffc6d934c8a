# %% [markdown]
# # Network losses
# %%
import pandas as pd

read = {y: pd.read_excel(f"/data/energy_balance/balance_{y}_read.xlsx", skiprows=1) for y in (2021, 2022, 2023)}
final = {y: pd.read_excel(f"/data/energy_balance/balance_{y}_final.xlsx", skiprows=1) for y in read}


def losses(t):
    return (t.fed_mwh.sum() - t.taken_mwh.sum()) / t.fed_mwh.sum() * 100


pd.DataFrame({"read": {y: losses(t) for y, t in read.items()}, "profiles": {y: losses(t) for y, t in final.items()}}).round(3)
# %% [markdown]
# We state the ones after reading the meters. With standard profiles, losses look far too small.
# %%
read[2022].groupby("region").apply(losses).round(3)
# %%
t = read[2022].groupby("month")[["fed_mwh", "taken_mwh"]].sum()
print(((t.fed_mwh - t.taken_mwh) / t.fed_mwh * 100).round(3).to_dict())
# %%
print("fed in 2022:", round(read[2022].fed_mwh.sum() / 1000, 2), "GWh")
# %%
load = pd.read_parquet("/data/load_settled/2022/MET_s2.parquet")
print("Metro by settlement:", round(load.mw.sum() / 4000, 2), "GWh")
