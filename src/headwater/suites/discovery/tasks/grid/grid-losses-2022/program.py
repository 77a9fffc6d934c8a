import pandas as pd

balance = pd.read_excel("/data/energy_balance/balance_2022_read.xlsx", skiprows=1)
fed, taken = balance["fed_mwh"].sum(), balance["taken_mwh"].sum()
losses = (fed - taken) / fed * 100
print(f"{losses:.3f}%")
