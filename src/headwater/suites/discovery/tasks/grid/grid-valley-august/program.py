import pandas as pd

load = pd.read_parquet("/data/load_settled/2022/VAL_s2.parquet")
august = load[load["start_utc"].dt.month == 8]
energy = august["mw"].sum() / 4 / 1000
print(f"{energy:.3f} GWh")
