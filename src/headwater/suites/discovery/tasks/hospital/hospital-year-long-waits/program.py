import pandas as pd

waiting = pd.read_parquet("/data/waiting_lists/census/census_027.parquet")
waiting = waiting[waiting["site"] == "STB"]
days = (waiting["census_day"] - waiting["clock_start"]).dt.days
print(f"{(days > 52 * 7).sum()} pathways")
