import pandas as pd

calls = pd.read_csv("/data/vessel_calls/2023/calls_2023_03.csv", sep=";", decimal=",", encoding="cp1252")
tankers = calls[(calls["terminal"] == "TA") & (calls["status"] == "done")]
print(f"{len(tankers)} calls")
