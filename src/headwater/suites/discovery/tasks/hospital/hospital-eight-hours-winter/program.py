"""Find the site with the largest share of stays longer than eight hours in winter 2022/23."""
import pandas as pd

SITES = {"STB": "St Brennan", "CAS": "Castle Row", "HAR": "Harbour General", "EAS": "Eastmoor"}
MONTHS = [(2022, 12), (2023, 1), (2023, 2)]
LIMIT = 8 * 60
FORMAT = "%d/%m/%Y %H:%M"


def read_month(year, month):
    """Return the attendances from the second file of a month, which replaces the first."""
    path = f"/data/ed_submissions/{year}/ed_{year}_{month:02d}_resub.csv"
    visits = pd.read_csv(path, encoding="utf-8-sig")
    visits["arrived"] = pd.to_datetime(visits["arrived"], format=FORMAT)
    visits["left"] = pd.to_datetime(visits["left"], format=FORMAT)
    return visits[["site", "planned", "arrived", "left"]]


parts = []
for year, month in MONTHS:
    part = read_month(year, month)
    parts.append(part)
visits = pd.concat(parts)

visits = visits[visits["planned"] == 0].copy()
stay = visits["left"] - visits["arrived"]
visits["minutes"] = stay.dt.total_seconds() / 60
visits["long"] = visits["minutes"] > LIMIT

by_site = visits.groupby("site")["long"]
shares = by_site.mean() * 100
counts = by_site.sum()
worst = shares.sort_values().index[-1]
name = SITES[worst]
share = shares[worst]
count = int(counts[worst])
answer = f"{name}; {share:.2f}%; {count}"
print(answer)
