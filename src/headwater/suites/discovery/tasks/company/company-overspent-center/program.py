"""Find the cost center that overspent the most in a quarter, including late bookings."""
import pandas as pd

YEAR, FIRST = 2022, 10
CHARGED = "Doorbelasting"
MONTHS = ("202210", "202211", "202212", "202301", "202302", "202303")
OFFICE = {"sep": ";", "decimal": ",", "encoding": "cp1252"}


def read_bookings(month):
    """Return the bookings of a month that belong to the quarter, including those in period 13."""
    path = f"/data/grootboek_kosten/gb_{month}.csv"
    table = pd.read_csv(path, sep="|", encoding="latin-1")
    return table[(table["jaar"] == YEAR) & (table["periode"] >= FIRST)]


def read_budget():
    """Return the budget of the last quarter in the version that the board approved."""
    table = pd.read_excel("/data/begroting_handel/bg_2022_3.xlsx", skiprows=2)
    return table.set_index("kst")["k4"]


accounts = pd.read_csv("/data/grootboek_kosten/rekeningschema.csv", **OFFICE)
charged = accounts.loc[accounts["naam"] == CHARGED, "rek"]
bookings = pd.concat([read_bookings(month) for month in MONTHS])
bookings = bookings[~bookings["rek"].isin(charged)]
sign = bookings["dc"].map({"D": 1, "C": -1})
bookings["net"] = bookings["bedrag"] * sign
spent = bookings.groupby("kst")["net"].sum()
budget = read_budget()
above = (spent - budget).sort_values()
worst = above.index[-1]
names = pd.read_csv("/data/grootboek_kosten/plaatsen/kp_2022.csv", **OFFICE)
name = names.set_index("kst")["naam"][worst]
count = int((above > 0).sum())
print(f"{name}; {above.iloc[-1]:.2f} EUR; {count}")
