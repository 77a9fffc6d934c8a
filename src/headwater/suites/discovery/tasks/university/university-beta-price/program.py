"""Compute the price of a download under the contract with Beta in the second quarters of 2023 and 2022."""
import pandas as pd

MONTHS = (4, 5, 6)
SUPPLIERS = ["Beta", "Lindqvist"]
MEMBERS = ["staff", "students"]
# Since this month, the contract with Beta includes the journals of Delta.
TAKEN_OVER = "2023-05"
# Since this month, the tax is lower.
LOWER_TAX = "2022-05"
TAX, TAX_BEFORE = 1.07, 1.19


def publishers(month):
    """Return the publishers whose articles belong to the contract in a month."""
    return ["Beta", "Delta"] if month >= TAKEN_OVER else ["Beta"]


def count(table, months, column):
    """Return the number of downloaded articles of the contract in some months."""
    total = 0
    for month in months:
        is_ours = (table["month"] == month) & table["publisher"].isin(publishers(month))
        total += table.loc[is_ours, column].sum()
    return total


def network(months):
    """Return the downloads over the network of the university."""
    table = pd.read_csv(f"/data/e_journals/journals_{months[0][:4]}.csv", encoding="utf-8-sig")
    month = pd.to_datetime(table["date"], format="%d/%m/%Y").dt.strftime("%Y-%m")
    return count(table.assign(month=month), months, "downloads")


def clinic(months):
    """Return the downloads of members over the proxy of the clinic."""
    table = pd.read_csv(f"/data/clinic_proxy/proxy_{months[0][:4]}.txt", sep="|", encoding="latin-1")
    table = table[table["who"].isin(MEMBERS)]
    month = pd.to_datetime(table["month"].astype(str), format="%Y%m").dt.strftime("%Y-%m")
    return count(table.assign(month=month), months, "articles")


def read_documents():
    """Return invoices and credits of Beta and its agent, in EUR with tax."""
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
    """Return the price of a download in the second quarter of a year."""
    months = [f"{year}-{month:02d}" for month in MONTHS]
    paid = documents.loc[documents["for_month"].isin(months), "eur"].sum()
    return paid / (network(months) + clinic(months))


documents = read_documents()
print("; ".join(f"{price(documents, year):.4f} EUR" for year in (2023, 2022)))
