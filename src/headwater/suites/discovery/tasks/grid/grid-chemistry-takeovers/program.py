"""Count the metering points that moved to the chemical industry from other industries, and the points that left it."""
import pandas as pd

CHEMISTRY = 20
FOLDER = "/data/stammdaten_rlm/"

links = pd.read_csv(FOLDER + "zuordnung.csv", sep=";", encoding="cp1252")
firms = pd.read_csv(FOLDER + "kunden.csv", sep=";", encoding="cp1252")
for name in ("ab", "bis"):
    links[name] = pd.to_datetime(links[name], format="%d.%m.%Y")
links = links.merge(firms[["kd", "wz"]], on="kd")
links["next"] = links["bis"] + pd.Timedelta(days=1)
before, after = links.dropna(subset=["next"]), links[links["ab"].dt.year == 2023]
moved = after.merge(before, left_on=["zp", "ab"], right_on=["zp", "next"], suffixes=("_new", "_old"))
came = (moved["wz_new"] == CHEMISTRY) & (moved["wz_old"] != CHEMISTRY)
went = (moved["wz_new"] != CHEMISTRY) & (moved["wz_old"] == CHEMISTRY)
print(f"{came.sum()}; {went.sum()}")
