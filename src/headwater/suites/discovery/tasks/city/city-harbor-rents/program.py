import pandas as pd

sample = pd.read_parquet("/data/rent_samples/2021/sample_b.parquet")
flats = sample[(sample["district"] == "Hafen") & (sample["built"] == "since 2002")]
rent = (flats["net_rent"] * flats["weight"]).sum() / (flats["area_m2"] * flats["weight"]).sum()
print(f"{rent:.2f} EUR/m2")
