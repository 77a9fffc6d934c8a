# %% [markdown]
# # Gdynia, end of September 2022
# %%
import pandas as pd

s = pd.read_parquet("/data/saldo_kwartaal/2022/s4_k3.parquet")
print(len(s), s.aantal.mean())
# %% [markdown]
# Small numbers: these are boxes.
# %%
vp = pd.read_csv("/data/verpakking_lijst/vp_09.csv", sep="\t", encoding="utf-16")
box = vp[vp.ehd == "DS"].set_index("artnr").stuks
s["stuks"] = s.aantal * s.artnr.map(box)
print(s.stuks.sum())
# %%
art = pd.read_csv("/data/artikelen_handel/art_2022.csv", sep="|", encoding="latin-1").set_index("artnr")
grp = pd.read_csv("/data/artikelen_handel/groepen/ag_1.csv", sep=";", encoding="cp1252").set_index("grp").omschrijving
s["groep"] = s.artnr.map(art.grp).map(grp)
s.groupby("groep").stuks.agg(["sum", "size"])
# %%
gates = s[s.groep == "Toegangspoorten"]
print("gates:", gates.stuks.sum(), (gates.stuks > 0).sum())
# %%
print("t in the depot:", round((s.stuks * s.artnr.map(art.gewicht)).sum() / 1000, 2))
