# %% [markdown]
# # The queue of requests for connection
#
# Which file is which day? The first line knows.
# %%
import glob
import pandas as pd

runs = []
for f in sorted(glob.glob("../input/connection_requests/Q-*.csv")):
    head = open(f, encoding="cp1252").readline().strip()
    runs.append((f.split("/")[-1], head.split("Stand ")[1].split(";")[0], head[-1]))
pd.DataFrame(runs, columns=["file", "day", "kind"]).sort_values("day")
# %%
june = pd.read_csv("../input/connection_requests/Q-0748.csv", sep=";", encoding="cp1252", skiprows=1)
june.state.value_counts()
# %%
met = june[(june.region == "MET") & (june.state == "open")]
print(len(met), met.kw.sum())
# %%
june[june.state == "open"].groupby("kind").kw.agg(["count", "sum", "median"])
# %%
later = pd.read_csv("../input/connection_requests/Q-0756.csv", sep=";", encoding="cp1252", skiprows=1)
both = june.merge(later, on="request", suffixes=("", "_later"))
print("open in June and answered by September:", ((both.state == "open") & (both.state_later == "answered")).sum())
