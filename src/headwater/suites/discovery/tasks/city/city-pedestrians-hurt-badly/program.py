"""Find the years with the largest and the smallest share of serious harm in pedestrian accidents."""
import pandas as pd

YEARS = range(2018, 2024)
# These codes mean serious or fatal harm; the police changed them in 2021.
CODES_UNTIL_2020 = {1, 2}
CODES_SINCE_2021 = {3, 4}


def read_final(year):
    """Return the accidents in the final file of a year."""
    path = f"/data/road_accidents/accidents_{year}_b.csv"
    table = pd.read_csv(path)
    table["year"] = year
    return table


def codes(year):
    """Return the codes that denote serious harm in the given year."""
    if year <= 2020:
        return CODES_UNTIL_2020
    return CODES_SINCE_2021


def share(year):
    """Return the percentage of accidents with serious harm."""
    accidents = read_final(year)
    walkers = accidents[accidents["pedestrian"] == 1]
    bad = walkers["category"].isin(codes(year))
    return bad.mean() * 100


def shown(year):
    """Format a year and its share."""
    return f"{year}; {shares[year]:.2f}%"


shares = pd.Series({year: share(year) for year in YEARS})
ranked = shares.sort_values()
least = ranked.index[0]
most = ranked.index[-1]
answer = "; ".join([shown(most), shown(least)])
print(answer)
