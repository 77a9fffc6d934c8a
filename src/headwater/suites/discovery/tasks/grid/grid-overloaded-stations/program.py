import sqlite3

import pandas as pd

with sqlite3.connect("file:/data/station_assets/assets_2023.db?mode=ro", uri=True) as connection:
    stations = pd.read_sql("SELECT * FROM transformers", connection)
high = stations[stations["peak_kw"] / stations["kva"] > 0.9]
print(f"{len(high)}; {(high['built'] < 1980).sum()}")
