import pandas as pd

visits = pd.read_csv("/data/outpatient_visits/sites/S019.csv", parse_dates=["day"])
period = visits[visits["day"].between("2023-02-01", "2023-06-30")]
print(f"{period['visi'].sum()} visits")
