"""Compute the fuel consumption of one depot's trucks in two months."""
import pandas as pd

DEPOT, KIND = "Lille", "V"
FUELS = ["Diesel", "Diesel premium", "Euro 95"]
OFFICE = {"sep": ";", "decimal": ",", "encoding": "cp1252"}


def read_cards(path):
    """Return the receipts of the continental fuel-card provider."""
    return pd.read_csv(path, **OFFICE)


def read_tours(month):
    """Return the approved tours."""
    table = pd.read_parquet(f"/data/ritten_registratie/rt_{month}.parquet")
    return table[table["keur"] == "G"]


def read_trucks():
    """Return the plates of the trucks stationed at the depot on 1 January."""
    table = pd.read_csv("/data/voertuigen_stand/vt_2023_01.csv", sep="|", encoding="latin-1")
    is_own = (table["standplaats"] == DEPOT) & (table["soort"] == KIND)
    return set(table.loc[is_own, "kenteken"])


products = pd.read_csv("/data/tankpassen/productcodes_2.csv")
fuels = products.loc[products["product"].isin(FUELS), "prod"]
receipts = pd.concat(
    [
        read_cards("/data/tankpassen/pas_a/dubbel/k3.csv"),
        read_cards("/data/tankpassen/pas_a/2303.csv"),
    ]
)
tours = pd.concat([read_tours("202302"), read_tours("202303")])
trucks = read_trucks()
receipts = receipts[receipts["kenteken"].isin(trucks) & receipts["prod"].isin(fuels)]
tours = tours[tours["kenteken"].isin(trucks)]
liters = receipts.groupby("kenteken")["hoev"].sum()
kilometers = tours.groupby("kenteken")["afstand"].sum()
mean = liters.sum() / kilometers.sum() * 100
each = (liters / kilometers * 100).sort_values()
print(f"{mean:.2f}; {each.index[-1]}; {each.iloc[-1]:.2f}")
