"""Find the seven-day period in which the institute of chemistry used the most liquid nitrogen."""
import pandas as pd

table = pd.read_csv("/data/lab_gases/inst_I019.csv", sep=";", decimal=",", encoding="cp1252")
taken = table.set_index(pd.to_datetime(table["day"], format="%d.%m.%Y"))["nitr"].sort_index()
taken = taken["2023-04-01":"2023-09-30"]
if len(taken) < len(pd.date_range("2023-04-01", "2023-09-30")):
    raise ValueError("a day is missing")
sums = taken.rolling(7).sum().round(2)
first = sums.idxmax() - pd.Timedelta(days=6)
print(f"{sums.max():.1f} l; {first:%Y-%m-%d}")
