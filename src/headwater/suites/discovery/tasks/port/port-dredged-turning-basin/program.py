import pandas as pd

volumes = pd.read_excel("/data/dredging_volumes/dredging_2022_s.xlsx", skiprows=1)
basin = volumes.loc[volumes["area"] == "Turning basin", "m3"].sum()
print(f"{basin:.0f} m3")
