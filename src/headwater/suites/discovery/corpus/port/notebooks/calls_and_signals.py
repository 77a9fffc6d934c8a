# %% [markdown]
# # Journal of the harbor master against signals of ships, March 2023
# %%
import pandas as pd

j = pd.read_csv("../input/vessel_calls/2023/calls_2023_03.csv", sep=";", encoding="cp1252")
a = pd.read_csv("../input/vessel_calls/ais/port_calls_2023-03_final.csv")
print(len(j), len(a))
# %%
done = j[j.status == "done"]
done.terminal.value_counts()
# %% [markdown]
# The journal is in UTC+1, the signals in UTC.
# %%
j["arrived"] = pd.to_datetime(j.arrived, format="%d.%m.%Y %H:%M") - pd.Timedelta(hours=1)
a["arrived"] = pd.to_datetime(a.arrived)
m = pd.merge_asof(a.sort_values("arrived"), j.sort_values("arrived")[["arrived", "imo", "call"]], on="arrived", by="imo", tolerance=pd.Timedelta(hours=1), direction="nearest")
print("matched:", m.call.notna().sum())
# %%
stay = (pd.to_datetime(done.left, format="%d.%m.%Y %H:%M") - pd.to_datetime(done.arrived, format="%d.%m.%Y %H:%M")).dt.total_seconds() / 3600
stay.groupby(done.terminal).mean().round(2)
# %%
import glob
frames = [pd.read_csv(f, sep=";", encoding="cp1252") for f in sorted(glob.glob("../input/vessel_calls/2023/*.csv"))]
year = pd.concat(frames)
print(len(year), (year.status == "done").sum())
year.groupby("terminal").size()
