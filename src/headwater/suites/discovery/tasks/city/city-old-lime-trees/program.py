import pandas as pd

trees = pd.read_csv("/data/tree_cadaster/kataster_2021.csv", encoding="utf-8-sig")
old = trees[(trees["species"] == "Tilia cordata") & (trees["planted"] < 1950)]
print(f"{len(old)} trees")
