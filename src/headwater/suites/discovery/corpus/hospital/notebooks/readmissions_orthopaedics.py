# %% [markdown]
# # Readmissions within 30 days, elective orthopaedics, 2022
# %%
import os
import pandas as pd

BASE = os.path.join("/data", "inpatient_activity")
years = [2022, 2023]
spells = pd.concat([pd.read_parquet(os.path.join(BASE, f"spells_{y}.parquet")) for y in years])
print(len(spells), spells.patient.nunique())
# %%
index = spells[(spells.specialty == "Orthopaedics") & (spells.method == "elective") & (spells.died == 0) & (spells.discharged.dt.year == 2022)]
print(len(index), "index stays")
# %%
em = spells[spells.method == "emergency"][["patient", "spell", "site", "admitted"]]
pairs = index.merge(em, on="patient", suffixes=("", "_2"))
pairs["gap"] = (pairs.admitted_2 - pairs.discharged).dt.days
# forgot to remove the stay itself at first; for elective index stays it cannot match, but better be safe
pairs = pairs[pairs.spell != pairs.spell_2]
hit = pairs[pairs.gap.between(0, 30)]
print(hit.spell.nunique(), round(hit.spell.nunique() / len(index) * 100, 2))
# %%
print("at another site:", (hit.site != hit.site_2).sum())
# %%
hit.gap.describe().round(2)
# %%
alln = spells[(spells.died == 0) & (spells.discharged.dt.year == 2022)].merge(em, on="patient", suffixes=("", "_2"))
alln["gap"] = (alln.admitted_2 - alln.discharged).dt.days
alln = alln[(alln.spell != alln.spell_2) & alln.gap.between(0, 30)]
alln.groupby("specialty").spell.nunique()
