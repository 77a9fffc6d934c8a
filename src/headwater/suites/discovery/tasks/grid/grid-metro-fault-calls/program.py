import pandas as pd

calls = pd.read_csv("/data/customer_calls/region/R040.csv", parse_dates=["day"])
summer = calls[calls["day"].between("2023-05-01", "2023-08-31")]
print(f"{summer['call'].sum()} calls")
