import pandas as pd

register = pd.read_csv("/data/building_register/bauregister_1314.csv", sep=";", encoding="cp1252", skiprows=1)
decided = pd.to_datetime(register["decided"], format="%d.%m.%Y")
valid = register[(register["status"] == "granted") & (register["kind"] == "new residential") & (decided.dt.year == 2023)]
dwellings = valid["dwellings"].sum()
print(f"{dwellings} dwellings")
