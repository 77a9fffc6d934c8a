import pandas as pd

weeks = [pd.read_csv(f"/data/berth_occupancy/berths_2023w{week}.csv", encoding="utf-8-sig") for week in range(27, 31)]
berths = pd.concat(weeks)
berths = berths[berths["terminal"] == "RO"]
if (berths["berth"].value_counts() != len(weeks)).any():
    raise ValueError("a berth is missing in a week")
hours = berths["hours"]
print(f"{hours.mean() / 168 * 100:.2f}%")
