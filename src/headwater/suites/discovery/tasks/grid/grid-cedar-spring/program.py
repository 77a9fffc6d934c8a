import pandas as pd

energy = pd.read_parquet("/data/substation_energy/export/substations.parquet")
spring = energy[(energy["code"] == "S026") & (energy["ts"] >= "2023-03-01") & (energy["ts"] < "2023-07-01")]
print(f"{spring['energy'].sum():.1f} MWh")
