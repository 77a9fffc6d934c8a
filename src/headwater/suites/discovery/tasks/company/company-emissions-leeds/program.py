"""Compute the emissions of a depot's vans and trucks in three months; the first month's fuel is in gallons."""
import pandas as pd

GALLON = 4.54609
DIESEL, PETROL = 3.24, 2.88
FACTORS = {
    "Diesel": DIESEL,
    "Diesel premium": DIESEL,
    "Euro 95": PETROL,
}
KINDS = ["B", "V"]
DEPOT = "Leeds"


def read_cards(month):
    """Return the receipts of the British fuel-card provider."""
    path = f"/data/tankpassen/pas_b/{month}.csv"
    return pd.read_csv(path, encoding="utf-8-sig")


def read_vehicles():
    """Return the plates of the vans and trucks at the depot on 1 January."""
    table = pd.read_csv(
        "/data/voertuigen_stand/vt_2022_01.csv",
        sep="|",
        encoding="latin-1",
    )
    is_own = (table["standplaats"] == DEPOT) & table["soort"].isin(KINDS)
    return set(table.loc[is_own, "kenteken"])


june = read_cards("2206")
june["hoev"] = june["hoev"] * GALLON
receipts = pd.concat([june, read_cards("2207"), read_cards("2208")])
receipts = receipts[receipts["kenteken"].isin(read_vehicles())]
products = pd.read_csv("/data/tankpassen/productcodes_1.csv")
names = products.set_index("prod")["product"]
factor = receipts["prod"].map(names).map(FACTORS).fillna(0.0)
kilograms = (receipts["hoev"] * factor).sum()
tonnes = kilograms / 1000
print(f"{tonnes:.2f} t")
