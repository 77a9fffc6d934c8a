import pandas as pd

gas = pd.read_csv("/data/gas_offtake/gas_2023.csv", sep="\t", encoding="utf-16")
day = pd.to_datetime(gas["date"], format="%d/%m/%Y")
quarter = gas[(gas["town"] == "Dunmore") & day.between("2023-01-01", "2023-03-31")]
print(f"{quarter['gas'].sum():.1f} MWh")
