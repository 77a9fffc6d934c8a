"""Compute the increase in reefer plug-in hours at a yard, and find the month with the most hours."""
import pandas as pd

table = pd.read_csv("/data/reefer_plugs/yard_Y026.csv", encoding="utf-8-sig")
table["day"] = pd.to_datetime(table["day"], format="%d/%m/%Y")
table = table[table["day"].dt.month.between(*(4, 9))]
before, now = (table.loc[table["day"].dt.year == year, "hour"].sum() for year in (2022, 2023))
months = table[table["day"].dt.year == 2023].groupby(table["day"].dt.month_name())["hour"].sum()
print(f"{(now / before - 1) * 100:.2f}%; {months.idxmax()}")
