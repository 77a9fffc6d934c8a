# %% [markdown]
# # Afkeur, second quarter of 2023
# %%
import json
import pandas as pd

paths = ["mu_202304", "opnieuw/mu_54", "mu_202306"]
mu = pd.concat([pd.read_json(f"/data/magazijn_mutaties/{p}.jsonl", lines=True) for p in paths])
july = pd.read_json("/data/magazijn_mutaties/mu_202307.jsonl", lines=True)
for t in (mu, july):
    t["datum"] = pd.to_datetime(t.datum)
kinds = pd.read_csv("/data/magazijn_mutaties/soorten/ms_b.csv").set_index("srt").soort
print(len(mu), (mu.ref > 0).sum(), july.ref.isin(mu.nr).sum())
# %%
mu["soort"] = mu.srt.map(kinds)
mu.groupby("soort").aantal.agg(["size", "sum"])
# %% [markdown]
# What was reversed did not happen, if it was reversed by 15 July. The water in Lille is paid by the insurer, and the roof in
# Turin is not.
# %%
gone = set(mu.ref) | set(july[july.datum <= "2023-07-15"].ref)
real = mu[~mu.nr.isin(gone) & (mu.soort == "Afkeur")]
real = real[~((real.mag == 2) & real.datum.between("2023-05-03", "2023-05-05"))]
art = pd.read_csv("/data/artikelen_handel/art_2023.csv", sep="|", encoding="latin-1")
grp = pd.read_csv("/data/artikelen_handel/groepen/ag_3.csv", sep=";", encoding="cp1252").set_index("grp").omschrijving
real = real.assign(groep=real.artnr.map(art.set_index("artnr").grp).map(grp))
real.loc[(real.artnr == 988813) & (real.datum >= "2023-05-01"), "groep"] = "Vaste terminals"
real.loc[(real.artnr == 473677) & (real.datum >= "2023-05-15"), "groep"] = "Weegschalen"
real.groupby("groep").aantal.sum()
# %%
vp = pd.read_csv("/data/verpakking_lijst/vp_09.csv", sep="\t", encoding="utf-16")
box = real.artnr.map(vp[vp.ehd == "DS"].set_index("artnr").stuks)
is_boxes = (real.mag == 3) & real.datum.between("2023-05-16", "2023-05-31")
real["pieces"] = real.aantal.where(~is_boxes, real.aantal * box)
print(is_boxes.sum(), "entries in boxes")
# %%
kp = pd.read_csv("/data/kostprijs_lijst/kp_2023h1.csv", sep="|").set_index("artnr")
p = pd.DataFrame(json.load(open("/data/kostprijs_lijst/correctie/2023h1_p.json"))["regels"]).set_index("artnr")
kp.loc[p.index, "kp"] = p.kp
real["eur"] = real.pieces * real.artnr.map(kp.kp / kp.pe)
units = real[real.groep == "Vaste terminals"]
print("wall units, written off:", round(units.eur.sum()), "EUR;", units.groupby("mag").eur.sum().round().to_dict())
# %%
print("all groups:", round(real.eur.sum()), "EUR, of which Leeds", round(real[real.mag == 3].eur.sum()))
