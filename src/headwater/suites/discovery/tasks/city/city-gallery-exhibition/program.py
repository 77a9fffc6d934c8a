import pandas as pd

visits = pd.read_csv("/data/museum_visitors/besuche_2023.csv", sep=";", encoding="cp1252")
day = pd.to_datetime(visits["date"], format="%d.%m.%Y")
visits = visits[(visits["museum"] == "Art gallery") & day.between("2023-03-18", "2023-06-25")]
print(f"{visits['visitors'].sum()} visitors")
