"""Compute one company's net revenue from one product: invoices less credit notes of three months."""
import pandas as pd

PROJECT = "HEL"
UNIT = "40"
# The posted run of a month is the one whose line count and total match the closing papers.
RUNS = {
    "202304": "L2",
    "202305": "L1",
    "202306": "L1",
}


def read_run(month, run):
    """Return the lines of the posted run."""
    path = f"/data/pelikan_ausgang/{UNIT}/{month}_{run}.parquet"
    return pd.read_parquet(path)


def read_articles():
    """Return the project of each article, as numbered since January 2023."""
    table = pd.read_csv(
        "/data/artikel_stamm/artikel_r12.csv",
        sep=";",
        decimal=",",
        encoding="cp1252",
    )
    table["project"] = table["text"].str.split().str[0]
    return table.set_index("art")["project"]


frames = []
for month, run in RUNS.items():
    frames.append(read_run(month, run))
lines = pd.concat(frames, ignore_index=True)
lines["project"] = lines["art"].map(read_articles())
own = lines[lines["project"] == PROJECT]
sign = own["art_bel"].map({"RE": 1, "GU": -1})
total = (own["netto"] * sign).sum()
print(f"{total:.2f} USD")
