# %% [markdown]
# # Gate N1: tags are read twice
# %%
import pandas as pd

r = pd.concat([pd.read_csv(f"/data/truck_gates/reads_2023-{m:02d}.csv", parse_dates=["read"]) for m in (5, 6)])
print(len(r))
r.groupby(["gate", "direction"]).size()
# %%
n1 = r[(r.gate == "N1") & (r.direction == "in")].sort_values(["tag", "read"])
gap = n1.groupby("tag").read.diff().dt.total_seconds()
print((gap <= 180).sum(), "repetitions;", (gap <= 60).sum(), "within a minute")
# %%
passages = n1[~(gap <= 180)]
passages.groupby(passages.read.dt.month).size()
# %%
passages.groupby(passages.read.dt.hour).size().describe().round(2)
# %% [markdown]
# Cameras for comparison:
# %%
cam = pd.read_csv("/data/truck_gates/camera/trucks_2023-05_v2.csv", sep="|")
print(cam[(cam.gate == "N1") & (cam.direction == "in")].trucks.sum())
# %%
print("trucks that came more than once:", (passages.tag.value_counts() > 1).sum())
