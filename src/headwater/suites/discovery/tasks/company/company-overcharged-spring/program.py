"""Compute how much the suppliers of a holding overcharged on orders of two months, in euros."""
import json

import pandas as pd

HOLDING = "Meridian"
MONTHS = {
    "2023-02": ("io_202302", "2023/if_02"),
    "2023-03": ("io_202303", "scan/x4"),
}


def read_orders(name):
    """Return the order lines of a month with the agreed prices."""
    table = pd.read_csv(f"/data/inkoop_orders/{name}.csv", encoding="utf-8-sig")
    return table[["ponr", "regel", "prijs"]].rename(columns={"prijs": "agreed"})


def read_invoices(name):
    """Return the invoices and credit notes for the orders of a month."""
    with open(f"/data/inkoop_facturen/{name}.json", encoding="utf-8") as file:
        return pd.DataFrame(json.load(file)["regels"])


def read_rates():
    """Return the mean rates in euros per unit of the other currency."""
    table = pd.read_csv("/data/kurs_tabellen/kt_2023b.csv", sep=";", decimal=",", encoding="cp1252")
    return table.set_index("monat").assign(EUR=1.0)


suppliers = pd.read_csv("/data/leveranciers_lijst/lv_2023.csv", sep=";", encoding="cp1252")
wanted = suppliers.loc[suppliers["concern"] == HOLDING, "lev"]
rates = read_rates()
parts = []
for month, (orders, invoices) in MONTHS.items():
    table = read_invoices(invoices).merge(read_orders(orders), on=["ponr", "regel"])
    table = table[table["lev"].isin(wanted)]
    above = (table["prijs"] - table["agreed"]) * table["aantal"]
    above = above.where(above > 0, 0.0)
    sign = table["soort"].map({"F": 1, "C": -1})
    table["euros"] = above * sign * table["val"].map(rates.loc[month])
    parts.append(table)
whole = pd.concat(parts)
by_supplier = whole.groupby("lev")["euros"].sum().sort_values()
name = suppliers.set_index("lev")["naam"][by_supplier.index[-1]]
print(f"{by_supplier.sum():.2f} EUR; {name}")
