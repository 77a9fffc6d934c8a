import sqlite3

import pandas as pd

hours = pd.read_csv("/data/bike_counters_hourly/2023/counter_100020.csv", parse_dates=["time"])
with sqlite3.connect(
    "file:/data/bike_counter_maintenance/backup/maintenance_240131.db?mode=ro", uri=True
) as connection:
    query = "SELECT * FROM corrections WHERE counter_id = 100020 AND channel = 'in' AND status = 'approved'"
    corrections = pd.read_sql(query, connection, parse_dates=["first_day", "last_day"])
for row in corrections.itertuples():
    during = (hours["time"] >= row.first_day) & (hours["time"] < row.last_day + pd.Timedelta(days=1))
    hours.loc[during, "in"] = (hours.loc[during, "in"] * row.factor).round().astype(int)
print(f"{hours['in'].sum()} bicycles")
