"""Find the counter with the most bicycles in 2023 after approved corrections."""
import sqlite3

import pandas as pd

YEAR = 2023
SITES = {
    100020: "Kanalbrücke",
    100033: "Ringstraße Ost",
    100046: "Bahnhofsplatz",
    100059: "Seeuferweg",
    100072: "Mühlensteg",
    100085: "Universitätsallee",
    100098: "Hafentunnel",
    100111: "Kronacher Straße",
}

with sqlite3.connect("file:/data/bike_counter_maintenance/backup/maintenance_240131.db?mode=ro", uri=True) as connection:
    approved = pd.read_sql("SELECT * FROM corrections WHERE status = 'approved'", connection)
approved["first_day"] = pd.to_datetime(approved["first_day"])
approved["last_day"] = pd.to_datetime(approved["last_day"])


def total(counter):
    """Return the corrected bicycle count of a counter."""
    path = f"/data/bike_counters_hourly/{YEAR}/counter_{counter}.csv"
    hours = pd.read_csv(path, parse_dates=["time"])
    for row in approved[approved["counter_id"] == counter].itertuples():
        first, after = row.first_day, row.last_day + pd.Timedelta(days=1)
        during = (hours["time"] >= first) & (hours["time"] < after)
        factor = row.factor
        hours.loc[during, row.channel] = (hours.loc[during, row.channel] * factor).round().astype(int)
    return int(hours["in"].sum() + hours["out"].sum())


totals = pd.Series({site: total(counter) for counter, site in SITES.items()})
ranked = totals.sort_values(ascending=False)
print(f"{ranked.index[0]}; {ranked.iloc[0] - ranked.iloc[1]}")
