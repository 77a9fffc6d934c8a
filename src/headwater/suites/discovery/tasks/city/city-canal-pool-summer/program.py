import pandas as pd

pools = pd.read_parquet("/data/pool_admissions/pools.parquet")
summer = pools[(pools["code"] == "P026") & (pools["ts"] >= "2023-06-01") & (pools["ts"] < "2023-08-01")]
print(f"{summer['admissions'].sum()} admissions")
