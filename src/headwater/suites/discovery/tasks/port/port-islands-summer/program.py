import pandas as pd

days = pd.read_csv("/data/ferry_passengers/lines/L019.csv", parse_dates=["day"])
summer = days[days["day"].between("2023-05-01", "2023-08-31")]
print(f"{summer['pass'].sum()} passengers")
