"""Compute the net tonnes of organic waste in spring 2023 by month, using replacement tickets."""
import pandas as pd

MONTHS = (3, 4, 5)
KIND = "organic"


def read_tickets(name):
    """Return the tickets of a file."""
    tickets = pd.read_csv(
        f"/data/weighbridge_tickets/{name}",
        sep=";",
        decimal=",",
        encoding="cp1252",
    )
    tickets["time"] = pd.to_datetime(tickets["time"], format="%d.%m.%Y %H:%M")
    return tickets


tickets = pd.concat([read_tickets(f"2023/wiegescheine_{month:02d}.csv") for month in MONTHS])

# Scale 2 had a wrong tare; each replacement ticket has the number of the ticket that it replaces.
replaced = pd.read_csv(
    "/data/weighbridge_tickets/ersatz/ersatz_b.csv",
    sep=";",
    decimal=",",
    encoding="cp1252",
)
replaced["time"] = pd.to_datetime(replaced["time"], format="%d.%m.%Y %H:%M")
kept = tickets[~tickets["ticket"].isin(replaced["ticket"])]
tickets = pd.concat([kept, replaced])

counted = (tickets["kind"] == KIND) & (tickets["cancelled"] == 0)
tickets = tickets[counted].copy()
tickets["net"] = tickets["gross_kg"] - tickets["tare_kg"]
tickets["month"] = tickets["time"].dt.month
tonnes = tickets.groupby("month")["net"].sum() / 1000

parts = []
for month in MONTHS:
    parts.append(f"{tonnes[month]:.1f} t")
print("; ".join(parts))
