import pandas as pd

prices = pd.read_csv("/data/network_charges/prices_2023_b.csv", sep=";", decimal=",", encoding="cp1252")
price = prices.loc[prices["level"] == "low voltage", "cent_per_kwh"].max()
print(f"{price:.3f} cent/kWh")
