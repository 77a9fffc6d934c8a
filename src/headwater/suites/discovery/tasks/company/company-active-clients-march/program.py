"""Count the customers active on a day under version 3 of the rules, and find the largest one."""
import pandas as pd

LEAST_FEE = 100
MONTHS = 12
RUNNING = 1
# The job runs after midnight, so the April file has the contracts at the end of March.
STOCK = "/data/kranich_bestand/bestand_202304.txt"
GROUP = "/data/konzern_kreis/verb_c.csv"
NAMES = "/data/debitoren_nk/konten.csv"


def read_text(path):
    """Return a table exported from the old system."""
    return pd.read_csv(path, sep="|", encoding="latin-1")


def read_stock():
    """Return running contracts with monthly fees, converted from the yearly fees in the file."""
    table = read_text(STOCK)
    table = table[table["kz"] == RUNNING]
    return table.assign(rate=table["rate"] / MONTHS)


def read_group():
    """Return the accounts of group companies."""
    return set(pd.read_csv(GROUP)["konto"])


contracts = read_stock()
is_inside = contracts["konto"].isin(read_group())
fees = contracts[~is_inside].groupby("konto")["rate"].sum()
active = fees[fees.round(6) >= LEAST_FEE]
ranked = active.sort_values()
largest = ranked.index[-1]
names = read_text(NAMES).set_index("konto")["name"]
count = len(active)
name = names[largest]
print(f"{count}; {name}; {ranked.iloc[-1]:.2f} EUR")
