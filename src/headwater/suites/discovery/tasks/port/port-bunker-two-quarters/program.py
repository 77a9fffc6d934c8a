"""Compute a fuel's quantity in tonnes for the quarters before and after the unit changed to cubic meters."""
import pandas as pd

FUEL = "VLSFO"
CUBIC_SINCE = 2023
QUARTERS = {
    "last of 2022": (2022, (10, 11, 12)),
    "first of 2023": (2023, (1, 2, 3)),
}


def read_month(year, month):
    """Return the deliveries of a month in tonnes."""
    path = f"/data/bunker_deliveries/deliveries_{year}-{month:02d}.csv"
    table = pd.read_csv(path)
    table = table[table["fuel"] == FUEL].copy()
    table["tonnes"] = table["quantity"]
    if year >= CUBIC_SINCE:
        table["tonnes"] = table["quantity"] * table["density"]
    return table[["note", "tonnes"]]


def quarter(year, months):
    """Return the total tonnes of a quarter."""
    parts = []
    for month in months:
        part = read_month(year, month)
        parts.append(part)
    deliveries = pd.concat(parts)
    return deliveries["tonnes"].sum()


parts = []
for name, (year, months) in QUARTERS.items():
    tonnes = quarter(year, months)
    text = f"{tonnes:.0f} t"
    parts.append(text)
answer = "; ".join(parts)
print(answer)
