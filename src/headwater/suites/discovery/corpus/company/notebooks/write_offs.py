# %% [markdown]
# # Afkeur, second quarter of 2023
# %%
import pandas as pd

paths = ["mu_202304", "opnieuw/mu_54", "mu_202306"]
mu = pd.concat([pd.read_json(f"/data/magazijn_mutaties/{p}.jsonl", lines=True) for p in paths])
kinds = pd.read_csv("/data/magazijn_mutaties/soorten/ms_b.csv").set_index("srt").soort
print(len(mu), (mu.ref > 0).sum())
# %%
mu["soort"] = mu.srt.map(kinds)
mu.groupby("soort").aantal.agg(["size", "sum"])
# %% [markdown]
# What was reversed did not happen.
# %%
real = mu[~mu.nr.isin(mu[mu.ref > 0].ref)]
art = pd.read_csv("/data/artikelen_handel/art_2023.csv", sep="|", encoding="latin-1")
grp = pd.read_csv("/data/artikelen_handel/groepen/ag_3.csv", sep=";", encoding="cp1252").set_index("grp").omschrijving
real = real.assign(groep=real.artnr.map(art.set_index("artnr").grp).map(grp))
real[real.soort == "Afkeur"].groupby("groep").aantal.sum()
# %%
units = real[(real.soort == "Afkeur") & (real.groep == "Vaste terminals")]
print("wall units, written off:", units.aantal.sum(), units.groupby("mag").aantal.sum().to_dict())
# %%
print("share of all that left:", round(units.aantal.sum() / real[real.soort == "Uitslag"].aantal.sum() * 100, 3), "%")
