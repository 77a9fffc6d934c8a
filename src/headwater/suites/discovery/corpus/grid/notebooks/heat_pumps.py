# %% [markdown]
# # Heat pumps in Uplands and degree days, winter 2022/23
# %%
import pandas as pd

t = pd.concat([pd.read_csv(f"/data/station_temperatures/{y}/temp_UPL_homog.csv", encoding="utf-8-sig") for y in (2022, 2023)])
t["day"] = pd.to_datetime(t.day, format="%d/%m/%Y")
w = t[t.day.between("2022-11-01", "2023-02-28")]
print(len(w), round(w.mean_c.mean(), 3))
# %%
dd = (20 - w.mean_c)[w.mean_c < 15].sum()
print("degree days", round(dd, 1))
# %%
pumps = pd.read_parquet("/data/heat_pump_load/pumps.parquet")
upl = pumps[(pumps.code == "R033") & pumps.ts.between("2022-11-01", "2023-02-28")]
print(round(upl.energy.sum(), 2), "MWh;", round(upl.energy.sum() / dd, 3), "for each degree day")
# %% [markdown]
# The yearly files (`_b`) do not have the village that was added.
# %%
old = pd.read_csv("/data/heat_pump_load/pumps_2022_b.csv", sep=";", decimal=",", encoding="cp1252")
old = old[(old.region == "Uplands") & old.date.str.endswith(("11.2022", "12.2022"))].energy.sum()
new = upl[upl.ts < "2023-01-01"].energy.sum()
print(round(new / old, 4))
# %%
j = upl.merge(w, left_on="ts", right_on="day")
print("correlation", round(j.energy.corr(j.mean_c), 4))
# %%
meters = pd.read_csv("/data/smart_meter_sums/2023-02/UPL_final.csv", parse_dates=["hour"])
print("all smart meters of Uplands in February:", round(meters.kwh.sum() / 1000, 2), "MWh", (meters.state == "S").sum())
