"""Count the emergency patients who left unseen in summer 2023, by site."""
import pandas as pd

YEAR = 2023
MONTHS = (6, 7, 8)
OUTCOME = "left unseen"


def read_month(month):
    """Return the attendances of a month without planned reviews, as in published figures."""
    path = f"/data/ed_submissions/{YEAR}/ed_{YEAR}_{month:02d}_resub.csv"
    attendances = pd.read_csv(
        path,
        encoding="utf-8-sig",
        na_values=["n/a"],
    )
    is_counted = attendances["planned"] == 0
    return attendances[is_counted]


parts = []
for month in MONTHS:
    part = read_month(month)
    parts.append(part)
patients = pd.concat(parts)
patients["is_unseen"] = patients["outcome"] == OUTCOME
by_site = patients.groupby("site")["is_unseen"]
shares = by_site.mean() * 100
site = shares.idxmax()
unseen = int(patients["is_unseen"].sum())
answer = f"{site}; {shares.max():.2f}%; {unseen}"
print(answer)
