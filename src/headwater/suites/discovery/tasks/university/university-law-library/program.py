import pandas as pd

entries = pd.read_parquet("/data/library_entries/entries_old.parquet")
spring = entries[(entries["code"] == "L019") & entries["ts"].between("2023-01-09", "2023-04-30")]
print(f"{spring['entries'].sum()} entries")
