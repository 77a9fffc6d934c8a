import sqlite3

import pandas as pd

with sqlite3.connect("file:/data/infection_surveillance/surveillance_2024-02.db?mode=ro", uri=True) as connection:
    query = "SELECT * FROM cases WHERE organism = 'C. difficile' AND state = 'confirmed'"
    cases = pd.read_sql(query, connection, parse_dates=["admitted", "specimen"])
cases = cases[cases["specimen"].dt.year == 2023]
onset = cases[(cases["specimen"] - cases["admitted"]).dt.days >= 2]
print(f"{len(onset)}; {(onset['site'] == 'EAS').sum()}")
