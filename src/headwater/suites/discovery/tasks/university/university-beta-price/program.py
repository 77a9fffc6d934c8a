"""Price of a download from a publisher in the second quarters of 2023 and 2022."""
import pandas as pd

FEES = {2023: (9_400, 11_900, 11_900), 2022: (9_400, 9_400, 9_400)}


def read(year):
    """Return the downloads of the publisher by day."""
    table = pd.read_csv(f"/data/e_journals/journals_{year}.csv", encoding="utf-8-sig")
    table = table[table["publisher"] == "Beta"]
    return table.set_index(pd.to_datetime(table["date"], format="%d/%m/%Y"))["downloads"]


def price(downloads, fees):
    """Return the price of a download in the second quarter."""
    counts = downloads.groupby(downloads.index.month).sum().loc[[4, 5, 6]]
    return sum(fees) / counts.sum()


prices = [price(read(2023), FEES[2023]), price(read(2022), FEES[2022])]
print("; ".join(f"{each:.3f} EUR" for each in prices))
