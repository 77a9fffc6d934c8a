# %% [markdown]
# # Applications 2023: which box is which day?
# %%
import glob
import pandas as pd

s = {}
for f in sorted(glob.glob("../input/admission_applications/snapshot_*.csv")):
    t = pd.read_csv(f)
    s[t.as_of.iloc[0]] = t
trend = pd.DataFrame({d: t.state.value_counts() for d, t in sorted(s.items())}).T
trend
# %% [markdown]
# Deadline: 15 July. The snapshot of the 16th:
# %%
t = s["2023-07-16"]
valid = t[t.state == "valid"]
print(valid.groupby("faculty").size().to_dict())
# %%
last = s[max(s)]
print("withdrawn in the end:", round((last.state == "withdrawn").mean() * 100, 2), "%")
# %%
print("filed in the last week:", (pd.to_datetime(t.filed) > "2023-07-08").sum())
# %%
print("share of law:", round((valid.faculty == "LAW").mean() * 100, 3))
