"""Compute spending above the approved budget by cost centre from April to June 2023."""
import pandas as pd

YEAR = 2023
# Period 1 is April.
PERIODS = (1, 2, 3)


def read_budget():
    """Return the approved budget of a month in pounds by cost centre, summed over all sites."""
    sheet = pd.read_excel("/data/cost_centres/2023/budget_v2.xlsx", header=None)
    first = sheet.index[sheet[0] == "site"][0]
    table = sheet.iloc[first + 1 :]
    table = table.set_axis(sheet.iloc[first], axis=1)
    monthly = table["month_kGBP"].astype(float) * 1000
    return monthly.groupby(table["centre"]).sum()


def read_spent(period):
    """Return the spending of a closed period in pounds by cost centre, summed over all sites."""
    path = f"/data/cost_centres/{YEAR}/period_{period:02d}_closed.csv"
    spent = pd.read_csv(path, encoding="utf-8-sig")
    if len(spent.groupby(["site", "centre"])) < spent["site"].nunique() * spent["centre"].nunique():
        raise ValueError("a site has not closed a cost centre")
    by_centre = spent.groupby("centre")["GBP"]
    return by_centre.sum()


parts = []
for period in PERIODS:
    part = read_spent(period)
    parts.append(part)
spent = pd.concat(parts).groupby(level=0).sum()
approved = read_budget() * len(PERIODS)
beyond = (spent / approved - 1) * 100
centre = beyond.idxmax()
answer = f"{centre}; {beyond.max():.2f}%"
print(answer)
