# %% [markdown]
# # Bicycles 2023 with the traffic office's corrections
#
# The counters double or lose counts. The maintenance database says what to do about it.
# %%
import sqlite3
from pathlib import Path
import pandas as pd

DATA = Path("/kaggle/input")
con = sqlite3.connect(f"file:{DATA / 'bike_counter_maintenance' / 'backup' / 'maintenance_240131.db'}?mode=ro", uri=True)
corr = pd.read_sql("select * from corrections", con, parse_dates=["first_day", "last_day"])
corr
# %%
corr.status.value_counts()
# %% [markdown]
# The other database (`maintenance.db`) is older: almost everything is "proposed" there. Not that one.
# %%
approved = corr[corr.status == "approved"]
totals = {}
for path in sorted((DATA / "bike_counters_hourly" / "2023").glob("counter_*.csv")):
    number = int(path.stem.split("_")[1])
    t = pd.read_csv(path, parse_dates=["time"])
    raw = int(t["in"].sum() + t["out"].sum())
    for c in approved[approved.counter_id == number].itertuples():
        rows = (t.time >= c.first_day) & (t.time < c.last_day + pd.Timedelta(days=1))
        t.loc[rows, c.channel] = (t.loc[rows, c.channel] * c.factor).round().astype(int)
    totals[number] = (raw, int(t["in"].sum()), int(t["out"].sum()))
result = pd.DataFrame(totals, index=["raw", "in", "out"]).T
result["both"] = result["in"] + result["out"]
result
# %%
ranked = result.both.sort_values(ascending=False)
print("ahead by", ranked.iloc[0] - ranked.iloc[1])
# %%
print("towards the center at the canal bridge:", result.loc[100020, "in"])
# %%
change = (result.both / result.raw - 1) * 100
change.round(2)
# %%
print("all counters", result.both.sum(), "raw", result.raw.sum(), "difference in %", round((result.both.sum() / result.raw.sum() - 1) * 100, 3))
