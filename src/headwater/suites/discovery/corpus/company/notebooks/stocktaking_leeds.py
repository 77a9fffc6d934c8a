# %% [markdown]
# # Stocktaking 2022, Leeds
# %%
import json
import pandas as pd

books = pd.read_parquet("/data/saldo_kwartaal/2022/s3_k4.parquet").set_index("artnr").aantal
heads = {x: pd.read_excel(f"/data/inventaris_telling/2022/t3_{x}.xlsx", header=None, nrows=2)[0].tolist() for x in "abc"}
heads
# %%
r1 = pd.read_excel("/data/inventaris_telling/2022/t3_c.xlsx", skiprows=3).set_index("artnr").geteld
r2 = pd.read_excel("/data/inventaris_telling/2022/t3_b.xlsx", skiprows=3).set_index("artnr").geteld
counted = r2.reindex(r1.index).fillna(r1)
print(len(r1), len(r2), (r2 - r1.reindex(r2.index)).abs().mean().round(3))
# %%
kp = pd.read_csv("/data/kostprijs_lijst/kp_2022h2.csv", sep="|", encoding="latin-1").set_index("artnr")
p = pd.DataFrame(json.load(open("/data/kostprijs_lijst/correctie/2022h2_p.json"))["regels"]).set_index("artnr")
kp.loc[p.index, "kp"] = p.kp
cost = kp.kp / kp.pe
cost.describe().round(2)
# %%
diff = books - counted
value = diff.clip(lower=0) * cost
print("missing:", round(value.sum(), 2), "EUR; worst:", value.idxmax())
# %%
print("surplus:", round((-diff.clip(upper=0) * cost).sum(), 2), "EUR")
