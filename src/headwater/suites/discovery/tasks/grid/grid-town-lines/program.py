"""Compute the minutes without power per customer on urban lines in 2023, and count their unplanned faults."""
import pandas as pd

UNPLANNED = (11, 12, 13, 21, 22, 31, 32, 39)
FORMAT = "%d.%m.%Y %H:%M"


def read_book(quarter):
    """Return the faults of a quarter."""
    path = f"/data/stoerungsbuch/SB_{quarter}.csv"
    table = pd.read_csv(path, sep=";", encoding="cp1252")
    for name in ("beg", "ende"):
        table[name] = pd.to_datetime(table[name], format=FORMAT)
    return table


def read_late(path):
    """Return the faults of the redelivered quarter."""
    return pd.read_excel(path, engine="openpyxl")


def read_lines():
    """Return the urban lines of the year, with the number of customers on each."""
    lines = pd.read_csv("/data/nis_abgaenge/ABG_20230630.csv", sep="|", encoding="latin-1")
    dense = lines["kd"] / (lines["lge_m"] / 1000)
    cable = lines["kab_m"] / lines["lge_m"]
    return lines[(dense >= 40) & (cable >= 0.7)]


parts = [read_book(quarter) for quarter in ("2023_Q1", "2023_Q2", "2023_Q4")]
parts.append(read_late("/data/stoerungsbuch/nacherfassung_23-117.xlsx"))
faults = pd.concat(parts)
minutes = (faults["ende"] - faults["beg"]).dt.total_seconds() / 60
faults["minutes"] = minutes.round()
towns = read_lines()
is_unplanned = faults["anl"].isin(UNPLANNED)
is_long = faults["minutes"] > 3
counted = faults[is_unplanned & is_long & faults["abg"].isin(towns["abg"])]
lost = (counted["kd_unt"] * counted["minutes"]).sum()
mean = lost / towns["kd"].sum()
print(f"{mean:.2f} min; {len(counted)}")
