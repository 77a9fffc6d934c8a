# %% [markdown]
# # Cancellations on the day, first half of 2023
# %%
import pandas as pd

log = pd.concat([pd.read_csv(f"/data/operating_theatres/log/log_2023-{m:02d}.csv") for m in range(1, 7)])
print(len(log), log.cancel_code.notna().sum())
log.cancel_code.value_counts()
# %%
codes = pd.read_csv("/data/cancellation_codes/cancel_codes.csv")
codes
# %% [markdown]
# Codes changed in April, so both columns are needed.
# %%
long = pd.concat([codes[["old_code", "reason", "side"]].rename(columns={"old_code": "code"}), codes[["code", "reason", "side"]]])
m = log.merge(long, left_on="cancel_code", right_on="code", how="left")
day = m[m.notice_days == 0]
day.groupby(["side", "reason"]).size()
# %%
ours = day[day.side == "hospital"]
print(round(len(ours) / len(log) * 100, 2), "%")
# %%
print("all cancellations:", round(log.cancel_code.notna().mean() * 100, 2), "%; of them on the day:", round(len(day) / log.cancel_code.notna().sum() * 100, 1), "%")
# %%
plan = pd.read_csv("/data/operating_theatres/plan/plan_2023-01.txt", sep="|")
jan = pd.read_csv("/data/operating_theatres/log/log_2023-01.csv").merge(plan[["operation", "planned_minutes"]], on="operation")
print("minutes more than planned:", round((jan.actual_minutes - jan.planned_minutes).mean(), 2))
