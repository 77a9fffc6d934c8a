"""Value the pieces missing from one depot at the end of a year, at corrected costs."""
import json

import pandas as pd

DEPOT = 3
COUNTS = f"/data/inventaris_telling/2022/t{DEPOT}_"
FIRST, SECOND = "c", "b"
NOTES = 3


def read_round(letter):
    """Return the pieces counted in a counting round."""
    table = pd.read_excel(f"{COUNTS}{letter}.xlsx", skiprows=NOTES)
    return table.set_index("artnr")["geteld"]


def read_costs():
    """Return the cost per piece, with errata applied."""
    table = pd.read_csv("/data/kostprijs_lijst/kp_2022h2.csv", sep="|", encoding="latin-1")
    with open("/data/kostprijs_lijst/correctie/2022h2_p.json", encoding="utf-8") as file:
        errata = pd.DataFrame(json.load(file)["regels"])
    table = pd.concat([table, errata]).drop_duplicates("artnr", keep="last")
    return table.set_index("artnr")["kp"] / table.set_index("artnr")["pe"]


books = pd.read_parquet(f"/data/saldo_kwartaal/2022/s{DEPOT}_k4.parquet")
books = books.set_index("artnr")["aantal"]
first = read_round(FIRST)
second = read_round(SECOND)
counted = second.reindex(first.index).fillna(first)
missing = books - counted.reindex(books.index)
missing = missing[missing > 0]
costs = read_costs()
value = missing * costs.reindex(missing.index)
worst = value.sort_values().index[-1]
total = value.sum()
answer = f"{total:.2f} EUR; {worst}"
print(answer)
