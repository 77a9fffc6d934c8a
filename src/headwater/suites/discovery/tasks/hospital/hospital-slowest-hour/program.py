"""Stays of more than four hours at Harbour General in the last quarter of 2023, by hour of arrival."""
import pandas as pd

SITE = "HAR"
LIMIT = 240
MONTHS = (10, 11, 12)
FORMAT = "%d/%m/%Y %H:%M"


def read_month(month):
    """Return the attendances of a month at the site, without planned reviews."""
    attendances = pd.read_csv(
        f"/data/ed_submissions/2023/ed_2023_{month}_resub.csv",
        encoding="utf-8-sig",
        na_values=["n/a"],
    )
    for name in ("arrived", "seen", "left"):
        attendances[name] = pd.to_datetime(attendances[name], format=FORMAT)
    is_here = attendances["site"] == SITE
    is_counted = attendances["planned"] == 0
    return attendances[is_here & is_counted]


parts = []
for month in MONTHS:
    part = read_month(month)
    parts.append(part)
stays = pd.concat(parts)
length = stays["left"] - stays["arrived"]
minutes = length.dt.total_seconds() / 60
is_missed = minutes > LIMIT
hours = stays["arrived"].dt.hour
shares = is_missed.groupby(hours).mean() * 100
worst = shares.idxmax()
count = int((hours == worst).sum())
answer = f"{worst:02d}; {shares.max():.2f}%; {count}"
print(answer)
