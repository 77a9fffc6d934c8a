# %% [markdown]
# # Pilots and berths, summer 2023
# %%
from pathlib import Path
import pandas as pd

D = Path("/data")
aug = pd.read_json(D / "pilot_orders" / "pilot_2023-08.jsonl", lines=True)
aug.state.value_counts()
# %%
served = aug.state.isin(["done", "changed"])
print(served.sum(), (~served).sum())
# %%
weeks = []
for path in sorted((D / "berth_occupancy").glob("berths_2023w*.csv")):
    weeks.append(pd.read_csv(path, encoding="utf-8-sig").assign(week=int(path.stem[-2:])))
b = pd.concat(weeks)
summer = b[b.week.between(27, 30)]
(summer.groupby("terminal").hours.mean() / 168 * 100).round(2)
# %% [markdown]
# The plans are lower than what happened:
# %%
plan = pd.concat([pd.read_csv(D / "berth_occupancy" / "plan" / f"berths_2023w{w}_v3.csv") for w in range(27, 31)])
print(round(plan.hours.sum() / summer.hours.sum(), 4))
# %%
calls = pd.read_csv(D / "vessel_calls" / "2023" / "calls_2023_08.csv", sep=";", encoding="cp1252")
print("calls in August:", len(calls), "pilot orders for each:", round(len(aug) / len(calls), 3))
