"""The supplier with the largest share of late lines, among orders of two months."""
import pandas as pd

FOLDER = "/data/goederen_ontvangst/"
ORDERS = ("202211", "202212")
ARRIVALS = ("na/dec_06", "go_202212", "go_202301", "go_202302")
DAYS = 3
LEAST = 10


def read_orders(month):
    """Return the lines of a month that were not cancelled."""
    path = f"/data/inkoop_orders/io_{month}.csv"
    table = pd.read_csv(path, encoding="utf-8-sig")
    table["toegezegd"] = pd.to_datetime(table["toegezegd"], format="%d/%m/%Y")
    return table[table["st"] == "A"]


def read_arrivals(name):
    """Return what arrived in a month."""
    return pd.read_parquet(f"{FOLDER}{name}.parquet")


lines = pd.concat([read_orders(month) for month in ORDERS])
arrivals = pd.concat([read_arrivals(name) for name in ARRIVALS])
arrivals = arrivals.sort_values("datum")
arrivals["sum"] = arrivals.groupby(["ponr", "regel"])["aantal"].cumsum()
arrivals = arrivals.rename(columns={"aantal": "part"})
both = lines.merge(arrivals, on=["ponr", "regel"])
if (both["sum"] > both["aantal"]).any():
    raise ValueError("more came than was ordered")
complete = both[both["sum"] >= both["aantal"]]
complete = complete.groupby(["ponr", "regel"])["datum_y"].min().rename("came")
lines = lines.merge(complete, on=["ponr", "regel"], how="left")
allowed = lines["toegezegd"] + pd.Timedelta(days=DAYS)
lines["late"] = ~(lines["came"] <= allowed)
by_supplier = lines.groupby("lev")["late"].agg(["mean", "size", "sum"])
compared = by_supplier[by_supplier["size"] >= LEAST]
if (compared["mean"] == compared["mean"].max()).sum() > 1:
    raise ValueError("no supplier is the worst alone")
worst = compared["mean"].sort_values().index[-1]
names = pd.read_csv("/data/leveranciers_lijst/lv_2022b.csv", sep=";", encoding="cp1252")
name = names.set_index("lev")["naam"][worst]
print(f"{name}; {compared.loc[worst, 'mean'] * 100:.1f}%; {int(lines['late'].sum())}")
