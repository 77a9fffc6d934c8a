# %% [markdown]
# # Cost centers, Q4 2022
# %%
import pandas as pd

months = ["202210", "202211", "202212", "202301", "202302", "202303"]
gb = pd.concat([pd.read_csv(f"/data/grootboek_kosten/gb_{m}.csv", sep="|", encoding="latin-1") for m in months])
q4 = gb[(gb.jaar == 2022) & (gb.periode >= 10)]
print(len(gb), len(q4), (q4.periode == 13).sum())
# %%
rek = pd.read_csv("/data/grootboek_kosten/rekeningschema.csv", sep=";", encoding="cp1252").set_index("rek").naam
q4 = q4.assign(naam=q4.rek.map(rek), net=q4.bedrag * q4.dc.map({"D": 1, "C": -1}))
q4.groupby("naam").net.sum().round(2)
# %% [markdown]
# Which version of the budget? The board has 7.4 million or so. Sum them up.
# %%
bg = {n: pd.read_excel(f"/data/begroting_handel/bg_2022_{n}.xlsx", skiprows=2).set_index("kst") for n in (1, 2, 3)}
{n: t.sum().sum() for n, t in bg.items()}
# %%
spent = q4[q4.naam != "Doorbelasting"].groupby("kst").net.sum()
over = (spent - bg[3].k4).sort_values()
print("most:", round(over.iloc[-1], 2), "number:", (over > 0).sum())
# %%
print("without what came late:", round((q4[(q4.stuk // 1000 < 636) & (q4.naam != "Doorbelasting")].net.sum()), 2))
