"""Compute the growth in mass of delivered fuel from the second half of 2022 to the first half of 2023."""
import pandas as pd

# Quantities are in tonnes up to December 2022, and in cubic meters from January 2023 on.
TURN = 2023
BEFORE = [(2022, month) for month in range(7, 13)]
AFTER = [(2023, month) for month in range(1, 7)]


def read_month(year, month):
    """Return the tonnes delivered in a month by fuel."""
    source = {"path": f"/data/bunker_deliveries/deliveries_{year}-{month:02d}.csv", "sep": ","}
    deliveries = pd.read_csv(
        source["path"],
        sep=source["sep"],
        decimal="," if source["sep"] == ";" else ".",
    )
    deliveries = deliveries.dropna(subset=["quantity"])
    tonnes = deliveries["quantity"]
    if year >= TURN:
        tonnes = deliveries["quantity"] * deliveries["density"]
    return tonnes.groupby(deliveries["fuel"]).sum()


def total(months):
    """Return the tonnes delivered over several months by fuel."""
    parts = []
    for year, month in months:
        part = read_month(year, month)
        parts.append(part)
    every = pd.concat(parts)
    return every.groupby(level=0).sum()


before = total(BEFORE)
after = total(AFTER)
growth = (after / before - 1) * 100
best = growth.idxmax()
answer = f"{best}; {growth.max():.2f}%"
print(answer)
