# %% [markdown]
# # Baltica around New Year
# %%
import pandas as pd

OFFICE = dict(sep=";", decimal=",", encoding="cp1252")
dec = pd.read_csv("/data/inkoop_orders/io_202212.csv", encoding="utf-8-sig")
jan = pd.read_csv("/data/inkoop_orders/io_202301.csv", encoding="utf-8-sig")
old = pd.read_csv("/data/leveranciers_lijst/lv_2022b.csv", **OFFICE)
new = pd.read_csv("/data/leveranciers_lijst/lv_2023.csv", **OFFICE)
print((old.set_index("lev").concern != new.set_index("lev").concern).sum(), "suppliers moved")
# %%
r22 = pd.read_csv("/data/kurs_tabellen/kt_2022b.csv", **OFFICE).set_index("monat")
r23 = pd.read_csv("/data/kurs_tabellen/kt_2023b.csv", **OFFICE).set_index("monat")
print(r22.USD.iloc[-1], r23.USD.iloc[0])
# %%
def bought(t, lv, rate):
    own = t[(t.st == "A") & t.lev.isin(lv[lv.concern == "Baltica"].lev)]
    return (own.aantal * own.prijs * own.val.map(rate)).sum()


a = bought(dec, old, {"EUR": 1.0, "USD": 1 / r22.USD["2022-12"], "GBP": 1 / r22.GBP["2022-12"]})
b = bought(jan, new, {"EUR": 1.0, "USD": r23.USD["2023-01"], "GBP": r23.GBP["2023-01"]})
print("December:", round(a, 2), "January:", round(b, 2))
# %%
dec[dec.st == "A"].groupby("val").aantal.sum()
# %%
print("cancelled in December:", round((dec.st == "V").mean() * 100, 2), "%")
