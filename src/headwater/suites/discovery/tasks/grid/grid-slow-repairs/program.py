"""Compute the median number of days that repairs took, and the share of repairs that took too long."""
import pandas as pd

FOLDER = "/data/work_orders/closed/"
MONTHS = (4, 5, 6)
FORMAT = "%d/%m/%Y"
LONG = 42


def read_month(month):
    """Return the work orders completed in a month."""
    table = pd.read_csv(
        f"{FOLDER}wo_2023-{month:02d}.csv",
        encoding="utf-8-sig",
        na_values=["n/a"],
    )
    for name in ("created", "done"):
        table[name] = pd.to_datetime(
            table[name],
            format=FORMAT,
        )
    return table


def repairs(orders):
    """Return the completed repairs in the region."""
    is_repair = orders["kind"] == "repair"
    is_here = orders["region"] == "UPL"
    return orders[is_repair & is_here].dropna(subset=["done"])


orders = pd.concat([read_month(month) for month in MONTHS])
done = repairs(orders)
days = (done["done"] - done["created"]).dt.days
share = (days > LONG).mean() * 100
parts = [
    f"{days.median():.1f} days",
    f"{share:.2f}%",
]
print("; ".join(parts))
