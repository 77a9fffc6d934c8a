# %% [markdown]
# # Dues from cruise ships, summer 2023
# %%
import pandas as pd

kw = dict(sep=";", decimal=",", encoding="cp1252")
calls = pd.concat([pd.read_csv(f"/data/vessel_calls/2023/calls_2023_{m:02d}.csv", **kw) for m in (6, 7)])
calls.status.value_counts()
# %%
reg = {n: pd.read_csv(f"/data/vessel_register/vessels_{n}.txt", sep="|") for n in (1, 2, 3)}
pd.DataFrame({n: t.groupby("type")["gt"].mean().round(0) for n, t in reg.items()})
# %% [markdown]
# Register 3 looks like net tonnage (README says so). Register 1 is in force since January.
# %%
dues = pd.read_csv("/data/port_dues/dues_2023_gazette.csv", **kw)
asked = pd.read_csv("/data/port_dues/dues_2023_final.csv", **kw)
dues.merge(asked, on="type", suffixes=("", "_asked"))
# %%
c = calls[calls.status == "done"].merge(reg[1], on="imo").merge(dues, on="type")
c["dues"] = c["gt"] * c.eur_per_gt
c.groupby("type").dues.agg(["size", "sum"]).round(2)
# %%
cr = c[c.type == "cruise"]
print(len(cr), round(cr.dues.sum(), 2), "largest bill", round(cr.dues.max(), 2))
# %%
print("2022, tanker:", pd.read_csv("/data/port_dues/dues_2022_gazette.csv", **kw).set_index("type").eur_per_gt["tanker"])
