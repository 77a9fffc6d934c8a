"""Compute hospital-onset C. difficile cases per 10,000 occupied bed-days in 2023."""
import sqlite3

import pandas as pd

ORGANISM = "C. difficile"
FIRST_DAY = 3
CENSUS = {
    "STB": "/data/bed_census/census_STB_2023.csv",
    "HAR": "/data/bed_census/census_HAR_2023.csv",
}


def read_cases():
    """Return the confirmed hospital-onset cases of 2023; the day of admission is day 1."""
    path = "/data/infection_surveillance/surveillance_2024-02.db"
    connection = sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)
    cases = pd.read_sql("select * from cases where state = 'confirmed'", connection)
    connection.close()
    for name in ("admitted", "specimen"):
        cases[name] = pd.to_datetime(cases[name])
    is_year = cases["specimen"].dt.year == 2023
    is_organism = cases["organism"] == ORGANISM
    day = (cases["specimen"] - cases["admitted"]).dt.days + 1
    return cases[is_year & is_organism & (day >= FIRST_DAY)]


def bed_days(site):
    """Return the midnight patient counts summed over days and wards."""
    census = pd.read_csv(CENSUS[site])
    return census["patients"].sum()


cases = read_cases()
counts = cases["site"].value_counts()
rates = {}
for site in CENSUS:
    rates[site] = counts.get(site, 0) / bed_days(site) * 10_000
highest = max(rates, key=rates.get)
answer = f"{highest}; {rates['STB']:.4f}; {rates['HAR']:.4f}"
print(answer)
