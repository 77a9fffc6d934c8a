# %% [markdown]
# # Active clients
#
# Version 2 for 2022, version 3 since January.
# %%
import pandas as pd


def bestand(month):
    return pd.read_csv(f"/data/kranich_bestand/bestand_{month}.txt", sep="|", encoding="latin-1")


sep = bestand("202210")  # the job runs after midnight
mar = bestand("202304")
print(len(sep), len(mar), round(mar.rate.median() / sep.rate.median(), 2))
# %%
b = pd.read_csv("/data/konzern_kreis/verb_b.csv").konto
c = pd.read_csv("/data/konzern_kreis/verb_c.csv").konto
print(len(b), len(c))
# %%
fee = sep[sep.kz.isin([1, 2]) & ~sep.konto.isin(b)].groupby("konto").rate.sum().round(2)
act = fee[fee >= 50]
print("September:", len(act), round(act.sum(), 2))
# %%
fee3 = (mar[(mar.kz == 1) & ~mar.konto.isin(c)].groupby("konto").rate.sum() / 12)
act3 = fee3[fee3 >= 100]
print("March:", len(act3), round(act3.max(), 2))
# %%
names = pd.read_csv("/data/debitoren_nk/konten.csv", sep="|", encoding="latin-1").set_index("konto").name
act3.sort_values().tail(5).rename(names).round(2)
# %%
print("share of the ten largest:", round(act3.nlargest(10).sum() / act3.sum() * 100, 2), "%")
