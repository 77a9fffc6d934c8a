import pandas as pd

requests = pd.read_parquet("/data/service_requests_one_row/requests_2022_clean.parquet")
graffiti = requests[requests["category"] == "Graffiti"]
soon = (graffiti["closed"] - graffiti["opened"]) <= pd.Timedelta(days=14)
print(f"{soon.mean() * 100:.1f}%")
