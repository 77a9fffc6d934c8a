import pandas as pd

orders = pd.read_json("/data/pilot_orders/pilot_2023-08.jsonl", lines=True)
served = orders["state"].isin(["done", "changed"])
print(f"{served.sum()}; {(~served).sum()}")
