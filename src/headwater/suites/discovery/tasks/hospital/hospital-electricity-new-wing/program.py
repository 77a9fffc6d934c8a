import pandas as pd

months = pd.read_excel("/data/site_electricity/power_2023_first.xlsx", skiprows=2)
spring = months[months["month"].isin(["Jan 2023", "Feb 2023", "Mar 2023", "Apr 2023"])]
print(f"{spring['Harbour General'].sum():.1f} MWh")
