import pandas as pd

requests = pd.read_csv("/data/connection_requests/Q-0748.csv", sep=";", encoding="cp1252", skiprows=1)
waiting = requests[(requests["region"] == "MET") & (requests["state"] == "open")]
print(f"{len(waiting)}; {waiting['kw'].sum()} kW")
