"""Compute the port dues for tankers in the last quarter of 2022, by flag."""
import pandas as pd

MONTHS = (10, 11, 12)
KIND = "tanker"


def read_calls(month):
    """Return the completed calls of a month."""
    path = f"/data/vessel_calls/2022/calls_2022_{month}.csv"
    calls = pd.read_csv(path, sep=";", encoding="cp1252")
    is_call = calls["status"] == "done"
    return calls[is_call]


def read_vessels():
    """Return the tankers with their flags and the gross tonnage certified in 2022."""
    vessels = pd.read_csv(
        "/data/vessel_register/vessels_2.txt",
        sep="|",
        encoding="latin-1",
    )
    return vessels[vessels["type"] == KIND]


def read_rate():
    """Return the decreed dues for tankers."""
    rates = pd.read_csv(
        "/data/port_dues/dues_2022_gazette.csv",
        sep=";",
        decimal=",",
        encoding="cp1252",
    )
    return rates.set_index("type").loc[KIND, "eur_per_gt"]


parts = []
for month in MONTHS:
    parts.append(read_calls(month))
calls = pd.concat(parts)
tankers = calls.merge(read_vessels(), on="imo")
tonnage = tankers.groupby("flag")["gt"].sum()
owed = tonnage * read_rate()
answer = f"{owed.idxmax()}; {owed.max():.2f} EUR"
print(answer)
