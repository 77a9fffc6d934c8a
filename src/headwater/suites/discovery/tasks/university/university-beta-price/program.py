"""Compute the price per download under the Beta contract in the second quarters of 2023 and 2022."""
import pandas as pd

MONTHS = (4, 5, 6)
SUPPLIERS = ["Beta", "Lindqvist"]
MEMBERS = ["staff", "students"]
# The contract with Beta has covered the journals of Delta since this month.
TAKEN_OVER = "2023-05"
# The lower tax rate applies from this month.
LOWER_TAX = "2022-05"
TAX, TAX_BEFORE = 1.07, 1.19


def publishers(month):
    """Return the publishers covered by the contract in a month."""
    return ["Beta", "Delta"] if month >= TAKEN_OVER else ["Beta"]


def count(table, months, column):
    """Return the number of downloads covered by the contract in the given months."""
    total = 0
    for month in months:
        is_ours = (table["month"] == month) & table["publisher"].isin(publishers(month))
        total += table.loc[is_ours, column].sum()
    return total


def network(months):
    """Return the downloads through the university network."""
    table = pd.read_csv(f"/data/e_journals/journals_{months[0][:4]}.csv", encoding="utf-8-sig")
    month = pd.to_datetime(table["date"], format="%d/%m/%Y").dt.strftime("%Y-%m")
    return count(table.assign(month=month), months, "downloads")


def clinic(months):
    """Return the downloads of university members through the clinic's proxy."""
    table = pd.read_csv(f"/data/clinic_proxy/proxy_{months[0][:4]}.txt", sep="|", encoding="latin-1")
    table = table[table["who"].isin(MEMBERS)]
    month = pd.to_datetime(table["month"].astype(str), format="%Y%m").dt.strftime("%Y-%m")
    return count(table.assign(month=month), months, "articles")


def read_documents():
    """Return the invoices and credit notes of Beta and its agent, in EUR including tax."""
    parts = []
    for year in (2022, 2023):
        path = f"/data/journal_invoices/booked_{year}.csv"
        parts.append(pd.read_csv(path, sep=";", decimal=",", encoding="cp1252"))
    table = pd.concat(parts, ignore_index=True)
    table = table[table["supplier"].isin(SUPPLIERS) & (table["kind"] != "reminder")]
    rates = pd.read_csv("/data/exchange_rates/rates_end.csv")
    rates = rates.set_index(["month", "currency"])["for_one_eur"]
    keys = pd.MultiIndex.from_frame(table[["for_month", "currency"]])
    rate = rates.reindex(keys).set_axis(table.index).where(table["currency"] != "EUR", 1)
    tax = (table["for_month"] >= LOWER_TAX).map({True: TAX, False: TAX_BEFORE})
    return table.assign(eur=table["net"] / rate * tax)


def price(documents, year):
    """Return the price per download in the second quarter of a year."""
    months = [f"{year}-{month:02d}" for month in MONTHS]
    paid = documents.loc[documents["for_month"].isin(months), "eur"].sum()
    return paid / (network(months) + clinic(months))


documents = read_documents()
print("; ".join(f"{price(documents, year):.4f} EUR" for year in (2023, 2022)))
