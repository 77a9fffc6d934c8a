"""Count the days on which Antiquities sold more tickets than a week earlier, and find the best day."""
import pandas as pd

table = pd.read_csv("/data/museum_tickets/tickets_2023.csv", sep=";", encoding="cp1252")
table = table[table["collection"] == "Antiquities"]
table["day"] = pd.to_datetime(table["date"], format="%d.%m.%Y")
sold = table.set_index("day")["tickets"].sort_index()
if (sold.index.to_series().diff().iloc[1:] != pd.Timedelta(days=1)).any():
    raise ValueError("a day is missing")
before = sold.shift(7)
is_more = (sold > before)["2023-10-01":"2023-12-31"]
best = sold["2023-10-01":"2023-12-31"].idxmax()
print(f"{is_more.sum()} days; {best.day} {best.month_name()}")
