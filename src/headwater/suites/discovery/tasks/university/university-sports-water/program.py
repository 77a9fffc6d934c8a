import pandas as pd

months = pd.read_excel("/data/campus_water/water_2023_v1.xlsx", skiprows=2)
summer = months[months["month"].str[:3].isin(["Jun", "Jul", "Aug", "Sep"])]
water = summer["Sports"].sum()
print(f"{water:.2f} m3")
