"""Find the site with the largest overspend on nursing from January to March 2023."""
import pandas as pd

# Financial years begin in April, so January to March 2023 are periods 10 to 12 of 2022.
YEAR = 2022
PERIODS = (10, 11, 12)
CENTRE = "Nursing"
SITES = {
    "STB": "St Brennan",
    "CAS": "Castle Row",
    "HAR": "Harbour General",
    "EAS": "Eastmoor",
    "WHI": "Whitlock Children's",
    "FEN": "Fenwick Rehabilitation",
}


def spent(period):
    """Return the spending of each site in a period in pounds, from the closed ledger."""
    path = f"/data/cost_centres/{YEAR}/period_{period:02d}_closed.csv"
    table = pd.read_csv(path, encoding="utf-8-sig")
    rows = table[table["centre"] == CENTRE]
    return rows.set_index("site")["GBP"].loc[list(SITES)]


def approved():
    """Return the monthly budget approved by the board, in pounds by site."""
    path = f"/data/cost_centres/{YEAR}/budget_v2.xlsx"
    sheet = pd.read_excel(path, skiprows=1)
    rows = sheet[sheet["centre"] == CENTRE]
    return rows.set_index("site")["month_kGBP"] * 1000


total = sum(spent(period) for period in PERIODS)
budget = approved() * len(PERIODS)
over = total - budget
ranked = over.sort_values(ascending=False)
site = ranked.index[0]
amount = ranked.iloc[0]
print(f"{SITES[site]}; {amount:.0f} GBP")
