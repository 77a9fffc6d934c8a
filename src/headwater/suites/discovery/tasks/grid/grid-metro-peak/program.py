import pandas as pd

load = pd.read_parquet("/data/load_settled/2023/MET_s2.parquet")
peak = load.loc[load["mw"].idxmax()]
start = peak["start_utc"]
print(f"{peak['mw']:.3f} MW; {start:%Y-%m-%d %H:%M}")
