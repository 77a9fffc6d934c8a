"""Compute the port dues for cruise ships in June and July 2023."""
import pandas as pd

MONTHS = (6, 7)
KIND = "cruise"


def read_calls(month):
    """Return the calls in a month's journal."""
    path = f"/data/vessel_calls/2023/calls_2023_{month:02d}.csv"
    return pd.read_csv(path, sep=";", decimal=",", encoding="cp1252")


def read_vessels():
    """Return the type and gross tonnage of each ship, as certified since 2023."""
    table = pd.read_csv(
        "/data/vessel_register/vessels_1.txt",
        sep="|",
        encoding="latin-1",
    )
    return table[["imo", "type", "gt"]]


def read_rate():
    """Return the decreed dues for the ship type."""
    table = pd.read_csv(
        "/data/port_dues/dues_2023_gazette.csv",
        sep=";",
        decimal=",",
        encoding="cp1252",
    )
    return table.set_index("type").loc[KIND, "eur_per_gt"]


calls = pd.concat([read_calls(month) for month in MONTHS])
is_call = calls["status"] == "done"
calls = calls[is_call]
calls = calls.merge(read_vessels(), on="imo")
cruises = calls[calls["type"] == KIND]
tonnage = cruises["gt"].sum()
amount = tonnage * read_rate()
count = len(cruises)
answer = f"{amount:.2f} EUR; {count}"
print(answer)
