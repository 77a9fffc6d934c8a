# %% [markdown]
# # VLSFO: a jump in January 2023?
# %%
import glob
import pandas as pd

t = pd.concat([pd.read_csv(f).assign(month=f[-11:-4]) for f in sorted(glob.glob("../input/bunker_deliveries/deliveries_*.csv"))])
v = t[t.fuel == "VLSFO"]
v.groupby("month").quantity.sum().round(0).tail(15)
# %% [markdown]
# Not a jump: cubic meters since January. Tonnes = cubic meters * density.
# %%
v = v.assign(tonnes=v.quantity.where(v.month < "2023-01", v.quantity * v.density))
m = v.groupby("month").tonnes.sum()
print(round(m["2022-10":"2022-12"].sum()), round(m["2023-01":"2023-03"].sum()))
# %%
v.groupby("fuel").density.agg(["mean", "std"]).round(4)
# %%
print("deliveries", len(t), "mean VLSFO delivery", round(v.tonnes.mean(), 2), "t")
# %%
o = pd.read_csv("../input/bunker_deliveries/orders/deliveries_2022-10_final.csv", sep=";", decimal=",")
print("ordered / delivered in October 2022:", round(o.quantity.sum() / t[t.month == "2022-10"].quantity.sum(), 4))
