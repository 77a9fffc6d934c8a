import pandas as pd

staff = pd.read_csv("/data/city_staff/personal_2022b.csv", sep="|", encoding="latin-1")
brigade = staff.loc[staff["office"] == "Fire brigade", "staff"].sum()
print(f"{brigade:.1f} FTE")
