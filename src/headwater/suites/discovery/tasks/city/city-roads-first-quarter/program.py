import pandas as pd

ledger = pd.read_csv("/data/supplier_payments/zahlungen_2023_Q1.csv", sep=";", decimal=",", encoding="cp1252")
# Since 2023, reversals have negative amounts.
roads = ledger[ledger["Amt"] == "Roads"]
net = roads["Betrag"].sum()
print(f"{net:.2f} EUR")
