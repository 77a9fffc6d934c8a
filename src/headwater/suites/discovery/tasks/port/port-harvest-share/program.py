"""Compute the share of barley in the harvest season, and count the days with more barley than wheat."""
import pandas as pd

table = pd.read_csv("/data/grain_silo/silo_2023.csv", sep=";", decimal=",", encoding="cp1252")
table["date"] = pd.to_datetime(table["date"], format="%d.%m.%Y")
table = table[table["date"].between("2023-07-15", "2023-10-15")]
wide = table.pivot(index="date", columns="grain", values="weight")
if wide.isna().any(axis=None):
    raise ValueError("a day has no row for a grain")
share = wide["Barley"].sum() / wide.sum().sum() * 100
more = (wide["Barley"] > wide["Wheat"]).sum()
print(f"{share:.2f}%; {more} days")
