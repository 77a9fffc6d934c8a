"""Find the coldest ten-day period of a winter, and compute the winter's degree days."""
import pandas as pd

DAYS = 10

parts = []
for year in (2022, 2023):
    path = f"/data/station_temperatures/{year}/temp_NOR_homog.csv"
    table = pd.read_csv(path, encoding="utf-8-sig")
    parts.append(table.set_index(pd.to_datetime(table["day"], format="%d/%m/%Y"))["mean_c"])
mean = pd.concat(parts).sort_index()["2022-12-01":"2023-02-28"]
# The ten days are consecutive calendar days, so a stretch with a missing day does not count.
last = mean.asfreq("D").rolling(DAYS).sum().round(1).idxmin()
first = last - pd.Timedelta(days=DAYS - 1)
degrees = (20 - mean[mean < 15]).sum()
print(f"{first:%Y-%m-%d}; {degrees:.1f}")
