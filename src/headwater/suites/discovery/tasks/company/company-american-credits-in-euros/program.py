"""Convert the credit notes of half a year to euros at monthly mean rates."""
import pandas as pd

UNIT = "40"
RUNS = {
    1: "L2",
    2: "L1",
    3: "L2",
    4: "L2",
    5: "L1",
    6: "L2",
}


def read_credits(month, run):
    """Return the sum of the credit notes of a month, in dollars."""
    path = f"/data/pelikan_ausgang/{UNIT}/2022{month:02d}_{run}.parquet"
    table = pd.read_parquet(path)
    credits = table[table["art_bel"] == "GU"]
    return credits["netto"].sum()


def read_rates():
    """Return dollars per euro by month, as the provider quoted rates in 2022."""
    table = pd.read_csv(
        "/data/kurs_tabellen/kt_2022b.csv",
        sep=";",
        decimal=",",
        encoding="cp1252",
    )
    return table.set_index("monat")["USD"]


rates = read_rates()
total = 0.0
for month, run in RUNS.items():
    dollars = read_credits(month, run)
    rate = rates.loc[f"2022-{month:02d}"]
    total += dollars / rate
print(f"{total:.2f} EUR")
