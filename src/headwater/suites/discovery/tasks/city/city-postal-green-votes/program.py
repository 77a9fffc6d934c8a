import pandas as pd

results = pd.read_csv("/data/council_elections/2022/wahlausschuss_2022-10-19.csv", sep=";", encoding="cp1252", dtype={"poll": str})
# Polling districts whose third digit is 9 count postal votes.
postal = results[results["poll"].str[2] == "9"]
valid = postal[postal["list"] != "invalid"]
green = valid.loc[valid["list"] == "Grünes Forum", "votes"].sum()
print(f"{green}; {green / valid['votes'].sum() * 100:.2f}%")
