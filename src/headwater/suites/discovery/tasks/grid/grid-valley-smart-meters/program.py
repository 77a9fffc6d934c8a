"""Compute the smart meter energy of Valley in March 2023, including late answers."""
import pandas as pd

REGION = "VAL"


def read_hours():
    """Return the hourly sums as computed on the next day."""
    path = "/data/smart_meter_sums/2023-03/VAL_final.csv"
    table = pd.read_csv(path)
    table["hour"] = pd.to_datetime(table["hour"], format="%Y-%m-%d %H:%M")
    return table.set_index("hour")


def read_late():
    """Return the late answers from the region's meters."""
    table = pd.read_csv(
        "/data/smart_meter_sums/late/late_2023-03.csv",
        sep="\t",
        encoding="utf-16",
    )
    table["hour"] = pd.to_datetime(table["hour"], format="%d/%m/%Y %H:%M")
    ours = table[table["region"] == REGION]
    return ours.set_index("hour")["kwh"]


table = read_hours()
answers = read_late()

is_substitute = table["state"] == "S"
count = int(is_substitute.sum())
hours = table["kwh"].copy()
answers = answers.reindex(table.index[is_substitute])
# A late answer replaces the substitute value of its hour.
hours.update(answers)
total = hours.sum()
energy = total / 1000
first = f"{energy:.2f} MWh"
answer = f"{first}; {count}"
print(answer)
