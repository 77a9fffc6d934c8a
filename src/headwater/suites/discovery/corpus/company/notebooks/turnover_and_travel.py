# %% [markdown]
# # People: turnover of fiscal 2022, and what private cars cost
# %%
import pandas as pd

OFFICE = dict(sep=";", decimal=",", encoding="cp1252")
ab = pd.concat([pd.read_csv(f"/data/personal_abgang/abgang_{y}.csv", **OFFICE) for y in (2021, 2022)])
ab["letzter_tag"] = pd.to_datetime(ab.letzter_tag, format="%d.%m.%Y")
ab.groupby("grund").size()
# %%
fy = ab[ab.letzter_tag.between("2021-10-01", "2022-09-30") & (ab.grund == 10)]


def heads(path, day):
    t = pd.read_excel(path)
    return ((t.status == "A") & ~(pd.to_datetime(t.austritt) < day)).sum()


a = heads("/data/personal_stand/stand_202109.xlsx", "2021-09-30")
b = heads("/data/personal_stand/stand_202209.xlsx", "2022-09-30")
print(a, b, "turnover:", round(len(fy) / ((a + b) / 2) * 100, 2), len(fy))
# %%
t = pd.concat([pd.read_excel("/data/reise_kosten/rk_2022q1.xlsx"), pd.read_excel("/data/reise_kosten/wieder/rk_s2.xlsx")])
t["bk"] = t.bk.astype(int)
own = t[(t.mittel == "P") & t.bk.isin([10, 30])]
own.groupby("bk").strecke.sum()
# %%
km = own.strecke.where(own.bk == 10, own.strecke * 1.609344)
rate = (pd.to_datetime(own.tag) >= "2022-05-01").map({True: 0.38, False: 0.30})
print("owed:", round((km * rate).sum(), 2), "EUR")
# %%
print("all at the old rate:", round((km * 0.30).sum(), 2), "EUR")
