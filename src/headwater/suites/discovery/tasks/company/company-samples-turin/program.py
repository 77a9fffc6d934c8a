"""Compute the revenue that one depot's samples would have earned in a year at the prices on the orders."""
import sqlite3

import pandas as pd

QUERY = """
select regel.artnr, regel.ehd, regel.aantal, regel.prijs
from regel join kop on kop.ordnr = regel.ordnr
where kop.mag = 6 and kop.srt = 'M' and kop.st in (30, 40) and regel.st = 'G'
"""
with sqlite3.connect("/data/verkoop_orders/vo_2021.db") as connection:
    lines = pd.read_sql(QUERY, connection)
boxes = pd.read_csv("/data/verpakking_lijst/vp_07.csv", sep="\t", encoding="utf-16")
lines = lines.merge(boxes, on=["artnr", "ehd"], how="left")
pieces = lines["aantal"] * lines["stuks"].fillna(1)
euros = (pieces * lines["prijs"]).sum() / 100
print(f"{int(pieces.sum())}; {euros:.2f} EUR")
