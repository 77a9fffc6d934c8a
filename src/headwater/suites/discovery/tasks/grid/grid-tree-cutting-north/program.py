import pandas as pd

parts = [pd.read_csv(f"/data/work_orders/closed/wo_2023-{month}.csv", encoding="utf-8-sig") for month in (10, 11, 12)]
done = pd.concat(parts)
cutting = done[(done["region"] == "NOR") & (done["kind"] == "tree cutting")]
print(f"{cutting['hours'].sum():.1f} h")
