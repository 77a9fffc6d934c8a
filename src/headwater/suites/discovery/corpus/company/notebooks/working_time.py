# %% [markdown]
# # Hours: Guard in April, Archive in Lyon in autumn
# %%
import pandas as pd

OFFICE = dict(sep=";", decimal=",", encoding="cp1252")
apr = pd.read_csv("/data/sperber_zeiten/10/202304.csv", **OFFICE)
void = pd.read_csv("/data/sperber_zeiten/storno/10_202304_2.csv")
apr = apr[~apr.nr.isin(void.nr)]
print(len(apr), round(apr.zeit.sum(), 2))
# %%
pl = pd.read_csv("/data/projekt_liste/pl_2023_2.csv", **OFFICE).set_index("nr").prj
apr.groupby(apr.projekt.map(pl)).zeit.sum().round(2)
# %%
st = pd.read_excel("/data/personal_stand/stand_202304.xlsx", dtype={"pnr": str, "abt": str})
os3 = pd.read_csv("/data/orga_schluessel/os_3.csv", dtype={"nr": str})
dev = st[st.abt.isin(os3[os3.bezeichnung == "Entwicklung"].nr)].pnr
print("Guard:", apr[(apr.projekt.map(pl) == "TYR") & apr.pnr.astype(str).isin(dev)].zeit.sum())
# %% [markdown]
# Lyon: minutes since October.
# %%
sep = pd.read_csv("/data/sperber_zeiten/20/202309.csv", **OFFICE)
okt = pd.read_csv("/data/sperber_zeiten/20/202310.csv", **OFFICE)
nov = pd.read_json("/data/sperber_zeiten/nachtrag/lyon_d2.jsonl", lines=True)
print([round(x.zeit.mean(), 2) for x in (sep, okt, nov)])
# %%
parts = [sep[~sep.nr.isin(pd.read_csv("/data/sperber_zeiten/storno/20_202309_3.csv").nr)]]
parts += [okt[~okt.nr.isin(pd.read_csv("/data/sperber_zeiten/storno/20_202310_2.csv").nr)].assign(zeit=lambda x: x.zeit / 60)]
parts += [nov[~nov.nr.isin(pd.read_csv("/data/sperber_zeiten/storno/20_202311_3.csv").nr)].assign(zeit=lambda x: x.zeit / 60)]
h = pd.concat(parts)
own = h[h.projekt.map(pl) == "IDU"].zeit.sum()
print("Archive:", round(own, 2), round(own / h.zeit.sum() * 100, 2), "%")
