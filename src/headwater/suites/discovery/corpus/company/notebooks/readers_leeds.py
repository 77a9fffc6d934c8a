# %% [markdown]
# # Handscanners, Leeds, 2022
#
# Sales calls them readers. Question of the week: how many single devices?
# %%
import sqlite3
import pandas as pd

DB = "/data/verkoop_orders/terug/vo_7714.db"
con = sqlite3.connect(DB)
kop = pd.read_sql("select * from kop", con)
regel = pd.read_sql("select * from regel", con)
print(len(kop), len(regel), regel.aantal.sum())
# %% [markdown]
# 7714 is the one that has the sums of the depots' paper. Compare with the one in the root:
# %%
root = pd.read_sql("select datum, count(*) as n from kop group by datum", sqlite3.connect("/data/verkoop_orders/vo_2022.db"))
print("days with orders:", len(root), "of", kop.datum.nunique())
# %%
art = pd.read_csv("/data/artikelen_handel/art_2022.csv", sep="|", encoding="latin-1")
grp = pd.read_csv("/data/artikelen_handel/groepen/ag_1.csv", sep=";", encoding="cp1252")
scanners = art[art.grp.isin(grp[grp.omschrijving == "Handscanners"].grp)].artnr
print(len(scanners), "articles")
# %%
old = pd.read_csv("/data/verpakking_lijst/vp_07.csv", sep="\t", encoding="utf-16").set_index(["artnr", "ehd"]).stuks
new = pd.read_csv("/data/verpakking_lijst/vp_09.csv", sep="\t", encoding="utf-16").set_index(["artnr", "ehd"]).stuks
(old != new.reindex(old.index)).mean().round(3)
# %%
sold = kop[(kop.srt == "V") & kop.st.isin([30, 40])]
leeds = sold[((sold.mag == 4) & (sold.datum < "2022-04-01")) | ((sold.mag == 3) & (sold.datum >= "2022-04-01"))]
r = regel[(regel.st == "G") & regel.artnr.isin(scanners)].merge(leeds, on="ordnr")
keys = pd.MultiIndex.from_frame(r[["artnr", "ehd"]])
each = pd.Series(new.reindex(keys).to_numpy()).where(r.datum >= "2022-07-01", pd.Series(old.reindex(keys).to_numpy())).fillna(1)
total = (r.aantal * each).sum()
print("pieces", int(total), "clients", r.klant.nunique())
# %%
(r.aantal * each).groupby(r.ehd).sum()
