# %% [markdown]
# # Length of stay 2022
#
# Four files for one year... The statement counts spells in the year of discharge.
# %%
import pandas as pd

files = ["spells_2022", "spells_2022_full", "spells_2022_fy", "episodes_2022"]
tables = {f: pd.read_parquet(f"/data/inpatient_activity/{f}.parquet") for f in files}
{f: t.shape for f, t in tables.items()}
# %%
s = tables["spells_2022"].assign(nights=lambda t: (t.discharged - t.admitted).dt.days)
s.groupby("specialty").nights.mean().round(2)
# %%
for f in files[:3]:
    t = tables[f]
    g = t[(t.site == "HAR") & (t.specialty == "Geriatrics") & (t.method == "emergency")]
    print(f, len(g), round((g.discharged - g.admitted).dt.days.mean(), 2))
# %% [markdown]
# The payers' file cuts long stays, so its mean is far too low.
# %%
e = tables["episodes_2022"]
print("episodes for each spell:", round(len(e) / e.spell.nunique(), 4))
# %%
s.groupby(["site", "method"]).nights.mean().unstack().round(2)
# %%
print("died:", s.died.sum(), "=", round(s.died.mean() * 100, 3), "%")
