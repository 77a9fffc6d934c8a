import pandas as pd

trains = pd.read_csv("/data/rail_trains/trains_2023-10.csv", sep=";", encoding="cp1252").dropna(subset=["actual"])
planned = pd.to_datetime(trains["planned"], format="%d.%m.%Y %H:%M")
actual = pd.to_datetime(trains["actual"], format="%d.%m.%Y %H:%M")
print(f"{(actual - planned <= pd.Timedelta(minutes=15)).mean() * 100:.2f}%")
