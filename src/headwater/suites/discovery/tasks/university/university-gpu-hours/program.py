import pandas as pd

hours = pd.read_parquet("/data/computing_hours/archive/cluster.parquet")
gpu = hours[(hours["code"] == "P019") & hours["ts"].between("2023-03-01", "2023-08-31")]
print(f"{gpu['core_hours'].sum():.0f} core hours")
