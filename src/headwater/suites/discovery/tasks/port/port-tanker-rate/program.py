import pandas as pd

dues = pd.read_csv("/data/port_dues/dues_2022_gazette.csv", sep=";", decimal=",", encoding="cp1252")
rate = dues.loc[dues["type"] == "tanker", "eur_per_gt"].max()
print(f"{rate:.4f} EUR")
