# %% [markdown]
# # Safety report: C. difficile and falls
# %%
import sqlite3
import pandas as pd

with sqlite3.connect("file:/data/infection_surveillance/surveillance_2024-02.db?mode=ro", uri=True) as con:
    cases = pd.read_sql("select * from cases", con, parse_dates=["admitted", "specimen"])
cases.state.value_counts()
# %%
cd = cases[(cases.organism == "C. difficile") & (cases.state == "confirmed") & (cases.specimen.dt.year == 2023)]
hospital = cd[(cd.specimen - cd.admitted).dt.days >= 2]
print(len(cd), len(hospital))
hospital.site.value_counts()
# %%
falls = pd.read_json("/data/incident_reports/reports_2023Q2.jsonl", lines=True)
falls = falls[falls.kind == "fall"]
falls.harm.value_counts()
# %% [markdown]
# These are first guesses. The reviews grade again; the last one holds.
# %%
rev = pd.read_csv("/data/incident_reviews/reviews.csv", parse_dates=["graded"]).sort_values("graded")
last = rev.groupby("incident").harm.last()
harm = falls.incident.map(last).fillna(falls.harm)
harm = harm[harm != "not an incident"]
harm.value_counts()
# %%
bad = harm.isin(["moderate", "severe"])
print(bad.sum(), round(bad.mean() * 100, 2))
# %%
print("reviewed:", round(falls.incident.isin(rev.incident).mean() * 100, 1), "%")
