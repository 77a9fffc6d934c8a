import pandas as pd

months = [pd.read_csv(f"/data/operating_theatres/log/log_2023-{month:02d}.csv") for month in (3, 4, 5)]
log = pd.concat(months)
ours = log[(log["site"] == "WHI") & (log["specialty"] == "Urology")]
minutes = ours["actual_minutes"].mean()
cancelled = ours["cancel_code"].notna().sum()
print(f"{minutes:.2f} minutes; {cancelled}")
