import pandas as pd

power = pd.read_parquet("/data/shore_power/backup/shore.parquet")
east = power[(power["code"] == "Q033") & (power["ts"] >= "2023-03-01") & (power["ts"] < "2023-08-01")]
print(f"{east['energy'].sum() / 1000:.1f} MWh")
