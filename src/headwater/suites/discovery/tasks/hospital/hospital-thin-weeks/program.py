"""Compare worked and planned hours of registered nurses at Eastmoor in ISO weeks 40 to 52 of 2023."""
import pandas as pd

SITE = "EAS"
BAND = "registered"
LEAST = 93.0
WEEKS = range(40, 53)


def read_row(week):
    """Return the row for the site and the band from a week's roster, as updated after payroll."""
    path = f"/data/nursing_rosters/week_2023_{week:02d}.csv"
    roster = pd.read_csv(path)
    is_site = roster["site"] == SITE
    is_band = roster["band"] == BAND
    return roster[is_site & is_band].iloc[0]


shares = {}
for week in WEEKS:
    row = read_row(week)
    worked = row["worked_h"]
    shares[week] = worked / row["planned_h"] * 100
found = pd.Series(shares)
is_thin = found < LEAST
thinnest = found.idxmin()
answer = f"{is_thin.sum()}; {thinnest}; {found.min():.2f}%"
print(answer)
