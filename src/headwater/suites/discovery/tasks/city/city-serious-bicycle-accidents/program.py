import pandas as pd

accidents = pd.read_csv("/data/road_accidents/accidents_2022_b.csv")
bicycles = accidents[accidents["bicycle"] == 1]
# Codes since 2021: 3 seriously injured, 4 fatal.
print(f"{(bicycles['category'] == 3).sum()} serious; {(bicycles['category'] == 4).sum()} fatal")
