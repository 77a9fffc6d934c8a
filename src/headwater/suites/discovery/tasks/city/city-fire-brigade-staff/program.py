"""Find the office with the largest share of unfilled posts at mid-year, and compute the fire brigade's share."""
import pandas as pd

OURS = "Fire brigade"

posts = pd.read_csv("/data/city_staff/personal_2022c.csv", sep="|", encoding="latin-1").set_index("office")["staff"]
filled = pd.read_csv("/data/city_staff/personal_2022b.csv", sep="|", encoding="latin-1").set_index("office")["staff"]
vacant = (posts - filled) / posts * 100
ranked = vacant.dropna().sort_values()
print(f"{ranked.index[-1]}; {ranked.iloc[-1]:.2f}%; {vacant[OURS]:.2f}%")
