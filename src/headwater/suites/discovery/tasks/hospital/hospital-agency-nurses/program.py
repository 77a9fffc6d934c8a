import pandas as pd

weeks = [pd.read_csv(f"/data/nursing_rosters/week_2023_{week}.csv") for week in range(14, 18)]
hours = pd.concat(weeks)
hours = hours[(hours["site"] == "STB") & (hours["band"] == "registered")]
agency = hours["of_which_agency_h"].sum() / hours["worked_h"].sum()
print(f"{agency * 100:.2f}%")
