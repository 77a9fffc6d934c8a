import pandas as pd

residents = pd.read_parquet("/data/population_register/rueckrechnung/series_1.parquet")
lindenau = residents[residents["district"] == "Lindenau"]
total = lindenau.groupby("year")["residents"].sum()
print(f"{(total[2021] / total[2016] - 1) * 100:.2f}%")
