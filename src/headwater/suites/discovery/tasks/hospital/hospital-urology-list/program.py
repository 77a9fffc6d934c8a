import pandas as pd

waiting = pd.read_parquet("/data/waiting_lists/census/census_030.parquet")
print(f"{(waiting['specialty'] == 'Urology').sum()} pathways")
