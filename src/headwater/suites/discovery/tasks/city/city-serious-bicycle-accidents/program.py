import pandas as pd

accidents = pd.read_csv("/data/road_accidents/accidents_2022_b.csv")
bicycles = accidents[accidents["bicycle"] == 1]
# From 2021 on, code 3 means seriously injured, and code 4 means fatal.
print(f"{(bicycles['category'] == 3).sum()} serious; {(bicycles['category'] == 4).sum()} fatal")
