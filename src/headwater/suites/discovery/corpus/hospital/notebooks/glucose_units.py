# %% [markdown]
# # Glucose: two laboratories, two units
# %%
import pandas as pd

kw = dict(sep=";", decimal=",", encoding="cp1252")
r = pd.concat([pd.read_csv(f"/data/lab_glucose/glucose_2023-{m}.csv", **kw) for m in ["02", "03"]])
r["taken"] = pd.to_datetime(r.taken, format="%d.%m.%Y %H:%M")
r.groupby("site").value.mean().round(2)
# %% [markdown]
# CAS and EAS are far too high: mg/dL for samples before March.
# %%
feb = r[(r.taken >= "2023-02-01") & (r.taken < "2023-03-01")]
feb.status.value_counts()
# %%
last = feb.sort_values(["accession", "status"], key=lambda c: c.map({"F": 0, "C": 1}) if c.name == "status" else c)
last = last.drop_duplicates("accession", keep="last")
print(len(feb), len(last))
# %%
mg = last[last.site.isin(["CAS", "EAS"])]
print((mg.groupby("site").value.mean() / 18.016).round(3))
# %%
mmol = last.assign(v=last.value.where(~last.site.isin(["CAS", "EAS"]), last.value / 18.016))
mmol.groupby("site").v.agg(["mean", "std", "count"]).round(3)
# %%
print("above 11.0:", (mmol.v > 11.0).sum(), "=", round((mmol.v > 11.0).mean() * 100, 2), "%")
