"""Compute the weighted share of expensive dwellings in two tenant surveys."""
import pandas as pd


def share(path):
    """Return the weighted percentage of expensive dwellings in a survey."""
    rows = pd.read_parquet(path)
    is_dear = rows["net_rent"] / rows["area_m2"] > 11
    return rows.loc[is_dear, "weight"].sum() / rows["weight"].sum() * 100


first = share("/data/rent_samples/2021/sample_b.parquet")
last = share("/data/rent_samples/2023/sample_a.parquet")
print(f"{first:.2f}%; {last:.2f}%")
