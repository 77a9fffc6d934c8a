import pandas as pd

march = pd.read_csv("/data/budget_execution_monthly/2023/ist_2023_03.csv", sep=";", decimal=",", encoding="cp1252")
february = pd.read_csv("/data/budget_execution_monthly/2023/ist_2023_02.csv", sep=";", decimal=",", encoding="cp1252")


def booked(table):
    return table.loc[table["Bezeichnung"] == "Winter service", "Ist"].sum()


print(f"{booked(march) - booked(february):.2f} EUR")
