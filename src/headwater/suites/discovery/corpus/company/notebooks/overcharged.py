# %% [markdown]
# # Invoices against orders, February and March 2023
# %%
import json
import pandas as pd


def factuur(path):
    return pd.DataFrame(json.load(open(f"/data/inkoop_facturen/{path}.json"))["regels"])


f = {"2023-02": factuur("2023/if_02"), "2023-03": factuur("scan/x4")}
{m: t.groupby("soort").aantal.agg(["size", "sum"]).to_dict() for m, t in f.items()}
# %%
io = {m: pd.read_csv(f"/data/inkoop_orders/io_{m.replace('-', '')}.csv", encoding="utf-8-sig")[["ponr", "regel", "prijs"]] for m in f}
kt = pd.read_csv("/data/kurs_tabellen/kt_2023b.csv", sep=";", decimal=",", encoding="cp1252").set_index("monat").assign(EUR=1.0)
kt.head(3)
# %%
parts = []
for m in f:
    t = f[m].merge(io[m].rename(columns={"prijs": "afspraak"}), on=["ponr", "regel"])
    t["boven"] = (t.prijs - t.afspraak).clip(lower=0) * t.aantal * t.soort.map({"F": 1, "C": -1}) * t.val.map(kt.loc[m])
    parts.append(t)
t = pd.concat(parts)
print("all:", round(t.boven.sum(), 2))
# %%
lv = pd.read_csv("/data/leveranciers_lijst/lv_2023.csv", sep=";", encoding="cp1252").set_index("lev")
by = t.groupby(t.lev.map(lv.concern)).boven.sum()
by.round(2)
# %%
print("Meridian:", round(by["Meridian"], 2), "EUR")
