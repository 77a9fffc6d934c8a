import pandas as pd

WINTER = ["Oct 2022", "Nov 2022", "Dec 2022", "Jan 2023", "Feb 2023"]


def read(year):
    return pd.read_excel(f"/data/pool_energy/heat_{year}_old.xlsx", skiprows=2)


months = pd.concat([read(2022), read(2023)])
heat = months.loc[months["month"].isin(WINTER), "Nordbad"].sum()
print(f"{heat:.1f} MWh")
