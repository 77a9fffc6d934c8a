"""Find the continental vehicle that took the most fuel over four months in which plates were exchanged."""
import pandas as pd

FOLDER = "/data/tankpassen/pas_a/"
MONTHS = ("2208", "2209", "2210", "2211")
FUELS = ("Diesel", "Diesel premium", "Euro 95")


def read_month(month):
    """Return the receipts of a month."""
    return pd.read_csv(
        f"{FOLDER}{month}.csv",
        sep=";",
        decimal=",",
        encoding="cp1252",
    )


def read_fuels():
    """Return the fuel product numbers valid until 2022."""
    table = pd.read_csv("/data/tankpassen/productcodes_1.csv")
    is_fuel = table["product"].isin(FUELS)
    return table.loc[is_fuel, "prod"]


def read_plates():
    """Return the new plate for each exchanged plate."""
    table = pd.read_csv("/data/voertuigen_stand/omkat/ok_2.csv")
    return table.set_index("oud")["nieuw"]


receipts = pd.concat([read_month(month) for month in MONTHS])
receipts = receipts[receipts["prod"].isin(read_fuels())]
plates = read_plates()
receipts["plate"] = receipts["kenteken"].map(plates).fillna(receipts["kenteken"])
liters = receipts.groupby("plate")["hoev"].sum().sort_values()
ranked = liters.sort_values(ascending=False)
first = ranked.index[0]
most = ranked.iloc[0]
print(f"{first}; {most:.2f} l")
