# %% [markdown]
# # Exports and imports 2022
#
# The sum over the year is nearly zero?! Suspicious.
# %%
from pathlib import Path
import pandas as pd

folder = Path("/kaggle/input/border_flows")


def read(link, year=2022):
    parts = [pd.read_csv(f, sep="|", dtype={"hour": str}) for f in sorted(folder.glob(f"{link}_{year}Q*.txt"))]
    t = pd.concat(parts)
    t["hour"] = pd.to_datetime(t.hour, format="%Y%m%d%H%M")
    return t


links = {name: read(name) for name in ("fjordlink", "eastbridge", "southline")}
{name: round(t.mw.sum() / 1000, 2) for name, t in links.items()}
# %% [markdown]
# README: the sign turned on 1 July 2022.
# %%
for name, t in links.items():
    t["export"] = t.mw.where(t.hour < "2022-07-01", -t.mw)
    print(name, round(t.export.sum() / 1000, 2), "GWh; hours with export:", (t.export > 0).sum())
# %%
q = {name: t.groupby(t.hour.dt.quarter).export.sum().round(0) for name, t in links.items()}
pd.DataFrame(q)
# %%
plan = pd.read_parquet(folder / "schedules" / "fjordlink_2021_2023.parquet")
both = plan.merge(links["fjordlink"], on="hour", suffixes=("_plan", ""))
print("correlation with the schedule", round(both.mw.corr(both.mw_plan), 5))
# %%
print("largest hour of export:", max(round(t.export.max(), 1) for t in links.values()), "MW")
