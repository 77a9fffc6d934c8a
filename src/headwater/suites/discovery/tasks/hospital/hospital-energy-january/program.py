import pandas as pd

# Financial years begin in April, so January 2023 is period 10 of 2022.
ledger = pd.read_csv("/data/cost_centres/2022/period_10_closed.csv", encoding="utf-8-sig")
energy = ledger.loc[(ledger["site"] == "EAS") & (ledger["centre"] == "Energy"), "GBP"].item()
print(f"{energy:.2f} GBP")
