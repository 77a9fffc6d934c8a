# %% [markdown]
# # Activity: outpatients, imaging, dialysis, physiotherapy, blood
# %%
import os
import glob
import pandas as pd

base = "/data"
totals = {}
for name, value in {"outpatient_visits": "visits", "imaging_examinations": "exams", "dialysis_sessions": "sessions", "physiotherapy": "sessions", "blood_units": "units"}.items():
    path = sorted(glob.glob(os.path.join(base, name, "**", "*.parquet"), recursive=True))[0]
    t = pd.read_parquet(path)
    totals[name] = t[t.ts.dt.year == 2023][value].sum()
    print(name, path[len(base):], totals[name])
# %%
img = pd.read_parquet(os.path.join(base, "imaging_examinations/backup/imaging.parquet"))
mri = img[img.code == "M019"]
print("MRI March to August:", mri[(mri.ts >= "2023-03-01") & (mri.ts < "2023-09-01")].exams.sum())
# %%
img.groupby([img.ts.dt.year, "code"]).exams.sum().unstack(0)
# %% [markdown]
# The corrected outpatient visits are in the files of the sites.
# %%
sites = {}
for path in sorted(glob.glob(os.path.join(base, "outpatient_visits", "sites", "*.csv"))):
    t = pd.read_csv(path, parse_dates=["day"])
    sites[os.path.basename(path)[:4]] = t[t.day.between("2023-02-01", "2023-06-30")].visi.sum()
sites
# %%
dash = pd.read_parquet(os.path.join(base, "ed_dashboard", "ed_daily_2023.parquet"))
print(dash.groupby("site")[["attendances", "within_4h"]].sum())
print(round(dash.within_4h.sum() / dash.attendances.sum() * 100, 2), "% on the dashboard")
# %%
calls = pd.read_csv(os.path.join(base, "call_centre", "calls_2023.csv"), sep="\t", encoding="utf-16")
print(calls.groupby("queue").calls.sum(), calls.calls.sum())
