"""Compute the lead times of pilot services for large tankers in the second quarter of 2023."""
import pandas as pd

MONTHS = (4, 5, 6)
SERVICES = ("done", "changed")
KIND, LEAST = "tanker", 25_000


def read_orders(month):
    """Return a month's orders. Their times are in UTC."""
    path = f"/data/pilot_orders/pilot_2023-{month:02d}.jsonl"
    orders = pd.read_json(path, lines=True, convert_dates=False)
    for name in ("ordered", "boarded"):
        orders[name] = pd.to_datetime(orders[name])
    return orders


def read_vessels():
    """Return the type and gross tonnage of each ship, as certified since 2023."""
    vessels = pd.read_csv(
        "/data/vessel_register/vessels_1.txt",
        sep="|",
        encoding="latin-1",
    )
    return vessels[["imo", "type", "gt"]]


parts = []
for month in MONTHS:
    parts.append(read_orders(month))
orders = pd.concat(parts)
services = orders[orders["state"].isin(SERVICES)]
services = services.merge(read_vessels(), on="imo")
is_large = services["gt"] >= LEAST
is_tanker = services["type"] == KIND
chosen = services[is_tanker & is_large]
lead = chosen["boarded"] - chosen["ordered"]
hours = lead.median().total_seconds() / 3600
answer = f"{hours:.2f} h; {len(chosen)}"
print(answer)
