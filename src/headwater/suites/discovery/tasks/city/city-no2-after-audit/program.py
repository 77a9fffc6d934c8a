import pandas as pd

hours = pd.read_parquet("/data/air_quality_validated/no2/no2_2023_r2.parquet")
high = hours[(hours["station"] == "HAF") & (hours["flag"] == 1) & (hours["value"] > 80)]
print(f"{len(high)} hours")
