"""Compute the weighted mean scores of older patients at Eastmoor in two years."""
import pandas as pd


def score(year):
    """Return the weighted mean overall score in a year."""
    table = pd.read_parquet(f"/data/inpatient_survey/responses_{year}.parquet")
    is_asked = (table["site"] == "EAS") & (table["age_group"] == "66+") & (table["overall"] != 99)
    rows = table[is_asked]
    return (rows["overall"] * rows["weight"]).sum() / rows["weight"].sum()


print("; ".join(f"{score(year):.2f}" for year in (2021, 2023)))
