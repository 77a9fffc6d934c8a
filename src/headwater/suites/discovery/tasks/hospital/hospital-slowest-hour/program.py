"""Compute how often Harbour General missed the four-hour standard in Q4 2023, and find the worst hour."""
import pandas as pd

FOLDER = "/data/ed_submissions/2023/"
SITE = "HAR"
MONTHS = (10, 11, 12)
# Argo writes UTC; until this time (UTC), local time was an hour ahead.
WINTER = pd.Timestamp("2023-10-29 01:00")
AHEAD = pd.Timedelta(hours=1)
LIMIT = 240
# Triage level 5 has counted as primary care since this day (circular 12); October is unaffected (circular 15).
PRIMARY_SINCE = pd.Timestamp("2023-11-01")
# The standard was suspended from the declaration of this major incident until it was stood down.
INCIDENT = pd.Timestamp("2023-12-06 16:00"), pd.Timestamp("2023-12-09 08:00")


def read_month(month):
    """Return the attendances of the department in a month, in local time."""
    table = pd.read_csv(f"{FOLDER}ed_2023_{month}_resub.csv", encoding="utf-8-sig")
    table = table[table["site"] == SITE].copy()
    for name in ("arrived", "seen", "left"):
        table[name] = pd.to_datetime(table[name], format="%d/%m/%Y %H:%M")
    is_behind = table["arrived"] < WINTER
    for name in ("arrived", "seen", "left"):
        table[name] = table[name].where(~is_behind, table[name] + AHEAD)
    return table


def read_unit():
    """Return the patients of the minor injuries unit, with the department's column names."""
    table = pd.read_csv(f"{FOLDER}quay_2023q4_2.txt", sep="|", encoding="latin-1", na_values=["NULL"])
    for name in ("came", "seen", "gone"):
        table[name] = pd.to_datetime(table[name].astype("Int64").astype("string"), format="%Y%m%d%H%M")
    table["planned"] = (table["visit"] == "R").astype(int)
    return table.rename(columns={"came": "arrived", "gone": "left", "level": "triage"})


department = pd.concat([read_month(month) for month in MONTHS])
unit = read_unit()
is_passed = unit["passed_to"].notna()
came = unit[is_passed].set_index("passed_to")["arrived"]
department["arrived"] = department["attendance"].map(came).fillna(department["arrived"])
rows = pd.concat([department, unit[~is_passed]])

rows = rows[rows["planned"] == 0]
is_primary = (rows["triage"] == 5) & (rows["arrived"] >= PRIMARY_SINCE)
rows = rows[~is_primary]
is_suspended = (rows["arrived"] >= INCIDENT[0]) & (rows["arrived"] < INCIDENT[1])
rows = rows[~is_suspended]

minutes = (rows["left"] - rows["arrived"]).dt.total_seconds() / 60
is_missed = (minutes > LIMIT) | rows["seen"].isna()
shares = is_missed.groupby(rows["arrived"].dt.hour).mean() * 100
ranked = shares.sort_values()
if ranked.iloc[-1] == ranked.iloc[-2]:
    raise SystemExit("two hours have the largest share")
print(f"{is_missed.mean() * 100:.2f}%; {ranked.index[-1]:02d}; {ranked.iloc[-1]:.2f}%")
