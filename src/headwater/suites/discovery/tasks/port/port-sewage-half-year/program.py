import pandas as pd

months = pd.read_excel("/data/ship_waste/waste_2023_first.xlsx", skiprows=2)
half = months[months["month"].str[:3].isin(["Jan", "Feb", "Mar", "Apr", "May", "Jun"])]
sewage = half["Sewage"].sum()
print(f"{sewage:.1f} t")
