"""Compute the share of night attendances that ended unseen, and find the site with the largest share."""
import pandas as pd

FOLDER = "/data/ed_submissions/2022/"
MONTHS = (10, 11, 12)
FORMAT = "%d/%m/%Y %H:%M"


def read_month(month):
    """Return the attendances of a month."""
    table = pd.read_csv(
        f"{FOLDER}ed_2022_{month}_resub.csv",
        encoding="utf-8-sig",
    )
    table["arrived"] = pd.to_datetime(
        table["arrived"],
        format=FORMAT,
    )
    return table


def at_night(table):
    """Return the unplanned attendances between 22:00 and 06:00."""
    hour = table["arrived"].dt.hour
    is_night = (hour >= 22) | (hour < 6)
    return table[is_night & (table["planned"] == 0)]


attendances = pd.concat([read_month(month) for month in MONTHS])
nights = at_night(attendances)
is_gone = nights["outcome"] == "left unseen"
share = is_gone.mean() * 100
by_site = is_gone.groupby(nights["site"]).mean()
worst = by_site.idxmax()
parts = [f"{share:.2f}%", worst]
print("; ".join(parts))
