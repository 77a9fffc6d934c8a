# %% [markdown]
# # Trucks in Lille: liters per 100 km
# %%
import pandas as pd

OFFICE = dict(sep=";", decimal=",", encoding="cp1252")
feb = pd.read_csv("/data/tankpassen/pas_a/dubbel/k3.csv", **OFFICE)
mar = pd.read_csv("/data/tankpassen/pas_a/2303.csv", **OFFICE)
print(len(feb), feb.hoev.sum().round(2))
# %%
vt = pd.read_csv("/data/voertuigen_stand/vt_2023_01.csv", sep="|", encoding="latin-1")
trucks = vt[(vt.standplaats == "Lille") & (vt.soort == "V")].kenteken
codes = pd.read_csv("/data/tankpassen/productcodes_2.csv")
fuel = codes[codes["product"].isin(["Diesel", "Diesel premium", "Euro 95"])]["prod"]
print(trucks.tolist())
# %%
tank = pd.concat([feb, mar])
tank = tank[tank.kenteken.isin(trucks) & tank["prod"].isin(fuel)]
tank.groupby("kenteken").hoev.sum()
# %%
rt = pd.concat([pd.read_parquet(f"/data/ritten_registratie/rt_{m}.parquet") for m in ("202302", "202303")])
rt = rt[rt.kenteken.isin(trucks)]
print(rt.keur.value_counts().to_dict())
# %%
km = rt[rt.keur == "G"].groupby("kenteken").afstand.sum()
use = tank.groupby("kenteken").hoev.sum() / km * 100
print("all:", round(tank.hoev.sum() / km.sum() * 100, 2), "worst:", round(use.max(), 2))
