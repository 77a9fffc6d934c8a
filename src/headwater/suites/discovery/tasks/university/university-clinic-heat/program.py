import pandas as pd

years = [pd.read_csv(f"/data/campus_heat/heat_{y}.csv", sep="|", encoding="latin-1", dtype={"date": str}) for y in (2022, 2023)]
heat = pd.concat(years)
day = pd.to_datetime(heat["date"], format="%Y%m%d")
winter = heat[(heat["campus"] == "Clinic") & day.between("2022-11-01", "2023-02-28")]
print(f"{winter['heat'].sum() / 1000:.1f} MWh")
