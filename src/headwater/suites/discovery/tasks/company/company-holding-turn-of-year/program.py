"""Compute purchases from a holding in two months; its suppliers and the rate quotation changed in between."""
import pandas as pd

HOLDING = "Baltica"
OFFICE = {"sep": ";", "decimal": ",", "encoding": "cp1252"}


def read_orders(month):
    """Return the order lines of a month that were not cancelled."""
    table = pd.read_csv(f"/data/inkoop_orders/io_{month}.csv", encoding="utf-8-sig")
    return table[table["st"] == "A"]


def read_members(path):
    """Return the suppliers that belong to the holding."""
    table = pd.read_csv(path, **OFFICE)
    return table.loc[table["concern"] == HOLDING, "lev"]


def read_rates(path, month):
    """Return the exchange rates of a month."""
    table = pd.read_csv(path, **OFFICE).set_index("monat")
    return table.loc[month]


def bought(orders, members, rates):
    """Return the value of the order lines of the holding's suppliers, in euros."""
    own = orders[orders["lev"].isin(members)]
    factor = own["val"].map({**rates, "EUR": 1.0})
    return (own["aantal"] * own["prijs"] * factor).sum()


# Rates of 2022 are quoted in units of the other currency per euro.
quoted = read_rates("/data/kurs_tabellen/kt_2022b.csv", "2022-12")
december = bought(
    read_orders("202212"),
    read_members("/data/leveranciers_lijst/lv_2022b.csv"),
    dict(1 / quoted),
)
january = bought(
    read_orders("202301"),
    read_members("/data/leveranciers_lijst/lv_2023.csv"),
    dict(read_rates("/data/kurs_tabellen/kt_2023b.csv", "2023-01")),
)
print(f"{december:.2f} EUR; {january:.2f} EUR")
