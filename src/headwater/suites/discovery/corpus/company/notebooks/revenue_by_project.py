# %% [markdown]
# # Guard in France, winter; Planner in America, spring
# %%
import pandas as pd


def lauf(unit, month, run):
    t = pd.read_parquet(f"/data/pelikan_ausgang/{unit}/{month}_{run}.parquet")
    return t.assign(net=t.netto.where(t.art_bel == "RE", -t.netto))


d = lauf("20", "202212", "L2")
print(len(d), d.groupby("art_bel").netto.sum().round(2).to_dict())
# %% [markdown]
# Same as in the closing paper of December. For February it is L1.
# %%
jan, feb = lauf("20", "202301", "L2"), lauf("20", "202302", "L1")
r11 = pd.read_csv("/data/artikel_stamm/artikel_r11.csv", sep=";", encoding="cp1252").set_index("art").text.str[:3]
r12 = pd.read_csv("/data/artikel_stamm/artikel_r12.csv", sep=";", encoding="cp1252").set_index("art").text.str[:3]
(r11 != r12).mean().round(3)
# %%
guard = d[d.art.map(r11) == "TYR"].net.sum() + sum(t[t.art.map(r12) == "TYR"].net.sum() for t in (jan, feb))
print("Guard:", round(guard, 2), "EUR")
# %%
us = pd.concat([lauf("40", "202304", "L2"), lauf("40", "202305", "L1"), lauf("40", "202306", "L1")])
us.groupby(us.art.map(r12)).net.sum().round(2)
# %%
print("Planner:", round(us[us.art.map(r12) == "HEL"].net.sum(), 2), "USD")
