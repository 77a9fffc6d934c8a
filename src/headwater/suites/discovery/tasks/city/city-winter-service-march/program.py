"""Compute the costs of winter service in one month under the second version of rule KR-5."""
import pandas as pd

PRODUCT = "5450"
MONTH = 3


def booked_until(path):
    """Return the amount booked for the product from January to the end of a month."""
    table = pd.read_csv(path, sep=";", decimal=",", encoding="cp1252", dtype={"Produkt": str})
    return table.loc[table["Produkt"] == PRODUCT, "Ist"].sum()


def transferred():
    """Return the amount transferred to the product in the month, less the amount transferred from it."""
    path = "/data/budget_execution_monthly/2023/umbuchungen_2023.csv"
    table = pd.read_csv(path, sep=";", decimal=",", encoding="cp1252", dtype={"von_produkt": str, "nach_produkt": str})
    table = table[(table["storniert"] == 0) & ~table["beleg"].isin(table["storniert"])]
    given = table.loc[(table["nach_produkt"] == PRODUCT) & (table["nach_monat"] == MONTH), "betrag"].sum()
    taken = table.loc[(table["von_produkt"] == PRODUCT) & (table["von_monat"] == MONTH), "betrag"].sum()
    return given - taken


def accrued():
    """Return the month's share of multi-month amounts, less the multi-month amounts booked in that month."""
    path = "/data/budget_execution_monthly/2023/abgrenzung_2023.csv"
    table = pd.read_csv(path, dtype={"produkt": str})
    table = table[table["produkt"] == PRODUCT]
    part = table["eur"] / (table["bis"] - table["von"] + 1)
    borne = part[(table["von"] <= MONTH) & (table["bis"] >= MONTH)].sum()
    return borne - table.loc[table["gebucht"] == MONTH, "eur"].sum()


def charged():
    """Return the month's charges to the product for internal services, less its charges to others, in EUR."""
    path = "/data/budget_execution_monthly/2023/verrechnung_2023.csv"
    table = pd.read_csv(path, sep="|", encoding="latin-1", dtype={"leistet": str, "empfaengt": str})
    table = table[table["monat"] == MONTH]
    received = table.loc[table["empfaengt"] == PRODUCT, "keur"].sum()
    given = table.loc[table["leistet"] == PRODUCT, "keur"].sum()
    return (received - given) * 1000


march = booked_until("/data/budget_execution_monthly/2023/ist_2023_03.csv")
february = booked_until("/data/budget_execution_monthly/2023/ist_2023_02_n.csv")
cost = march - february + transferred() + accrued() + charged()
print(f"{cost:.2f} EUR")
