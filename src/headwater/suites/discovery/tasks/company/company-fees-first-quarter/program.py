"""Compute the net change of monthly fees in a quarter; its third month was resent in another format and unit."""
import json

import pandas as pd

BRANDS = {
    "HEL": "Planner",
    "BRK": "Connect",
    "MIM": "Insights",
    "TYR": "Guard",
    "IDU": "Archive",
}
SIGNS = {"N": 1, "E": 1, "R": -1, "K": -1}


def read_first_months():
    """Return the changes of January and February, converted from cents to euros."""
    with open("/data/kranich_bewegung/bew_2023q1.jsonl", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    table = pd.DataFrame(rows)
    table["betrag"] = table["betrag"] / 100
    return table


def read_march():
    """Return the changes of March in euros, from the delivery that agrees with the board minutes."""
    return pd.read_csv(
        "/data/kranich_bewegung/eingang/0417_n3.csv",
        sep=";",
        decimal=",",
        encoding="cp1252",
    )


changes = pd.concat([read_first_months(), read_march()], ignore_index=True)
changes["effect"] = changes["betrag"] * changes["typ"].map(SIGNS)
by_project = changes.groupby("prj")["effect"].sum()
best = by_project.sort_values(ascending=False).index[0]
total = by_project.sum()
print(f"{total:.2f}; {BRANDS[best]}; {by_project[best]:.2f}")
