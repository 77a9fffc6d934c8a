"""Count the customers active on a day under version 2 of the rules."""
import pandas as pd

LEAST_FEE = 50
# The job has run after midnight since July 2022, so the October file has the contracts at the end of September.
STOCK = "/data/kranich_bestand/bestand_202210.txt"
GROUP = "/data/konzern_kreis/verb_b.csv"


def read_stock():
    """Return running and dormant contracts."""
    table = pd.read_csv(STOCK, sep="|", encoding="latin-1")
    brings_fees = table["kz"].isin([1, 2])
    return table[brings_fees]


def read_group():
    """Return the accounts of group companies."""
    table = pd.read_csv(
        GROUP,
        dtype={"konto": str},
    )
    return set(table["konto"])


contracts = read_stock()
group = read_group()
is_inside = contracts["konto"].isin(group)
customers = contracts[~is_inside]
fees = customers.groupby("konto")["rate"].sum()
fees = fees.round(2)
active = fees[fees >= LEAST_FEE]
count = len(active)
total = active.sum()
if total <= 0:
    raise SystemExit("no contracts")
answer = f"{count}; {total:.2f} EUR"
print(answer)
