import pandas as pd

waiting = pd.read_parquet("/data/waiting_lists/census/census_020.parquet")
ours = waiting[waiting["site"] == "EAS"]
days = (pd.to_datetime(ours["census_day"]) - pd.to_datetime(ours["clock_start"])).dt.days
medians = days.groupby(ours["specialty"]).median()
longest = medians.idxmax()
if (medians == medians.max()).sum() > 1:
    raise SystemExit("two specialties have the longest median")
count = (ours["specialty"] == longest).sum()
print(f"{longest}; {medians.max():.1f} days; {count}")
