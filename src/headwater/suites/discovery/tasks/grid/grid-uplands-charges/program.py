"""Compute the network charges of Uplands if it were a single high-voltage customer."""
import pandas as pd

LEVEL = "high voltage"
YEARS = (2022, 2023)
HOURS = 0.25
KILO = 1000


def read_load(year):
    """Return the mean load per quarter-hour, in kW."""
    path = f"/data/load_settled/{year}/UPL_s2.parquet"
    table = pd.read_parquet(path)
    return table["mw"] * KILO


def read_prices(year):
    """Return the binding prices for the voltage level."""
    table = pd.read_csv(
        f"/data/network_charges/prices_{year}_b.csv",
        sep=";",
        decimal=",",
        encoding="cp1252",
    )
    return table.set_index("level").loc[LEVEL]


def charge(year):
    """Return the charge for a year, in EUR."""
    load = read_load(year)
    prices = read_prices(year)
    power = load.max() * prices["eur_per_kw_year"]
    kwh = (load * HOURS).sum()
    energy = kwh * prices["cent_per_kwh"] / 100
    return power + energy


parts = []
for year in YEARS:
    amount = charge(year)
    parts.append(f"{amount:.0f} EUR")
answer = "; ".join(parts)
print(answer)
