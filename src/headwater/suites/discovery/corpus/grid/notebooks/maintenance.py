# %% [markdown]
# # Maintenance: trees and transformers
# %%
import sqlite3
from pathlib import Path
import pandas as pd

base = Path("/data")
closed = pd.concat([pd.read_csv(p, encoding="utf-8-sig") for p in sorted((base / "work_orders" / "closed").glob("wo_2023-1[0-2].csv"))])
closed.pivot_table("hours", "region", "kind", "sum").round(1)
# %%
north = closed[(closed.region == "NOR") & (closed.kind == "tree cutting")]
print(round(north.hours.sum(), 1), "h in", len(north), "orders")
# %%
con = sqlite3.connect(f"file:{base}/station_assets/assets_2023.db?mode=ro", uri=True)
tr = pd.read_sql("select *, peak_kw / kva as utilization from transformers", con)
tr.utilization.describe().round(4)
# %%
high = tr[tr.utilization > 0.9]
print(len(high), (high.built < 1980).sum())
# %% [markdown]
# The test database has other peaks, do not mix them up.
# %%
test = pd.read_sql("select * from transformers", sqlite3.connect(f"file:{base}/station_assets/assets_2023_test.db?mode=ro", uri=True))
print((test.peak_kw / test.kva > 0.9).sum(), "there")
# %%
calls = pd.read_csv(base / "customer_calls" / "region" / "R040.csv", parse_dates=["day"])
print("Metro, May to August 2023:", calls[calls.day.between("2023-05-01", "2023-08-31")].call.sum(), "calls")
