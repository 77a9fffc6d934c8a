"""Find the supplier with the largest share of late lines in two months with different rules."""
import pandas as pd

FOLDER = "/data/goederen_ontvangst/"
ORDERS = ("202211", "202212")
ARRIVALS = ("na/dec_06", "go_202212", "go_202301", "go_202302")
LEAST = 10
SECOND_RULE = pd.Timestamp(2022, 12, 1)
CLOSED = pd.Timestamp(2022, 12, 24)
OPEN = pd.Timestamp(2023, 1, 3)


def read_orders(month):
    """Return a month's order lines, excluding cancelled ones."""
    path = f"/data/inkoop_orders/io_{month}.csv"
    table = pd.read_csv(path, encoding="utf-8-sig")
    for name in ("datum", "toegezegd"):
        table[name] = pd.to_datetime(table[name], format="%d/%m/%Y")
    return table[table["st"] == "A"]


def read_moves():
    """Return the latest promised day of each line postponed at our request."""
    path = "/data/inkoop_orders/verzet_2022.csv"
    table = pd.read_csv(path, sep=";", encoding="cp1252")
    for name in ("op", "toegezegd"):
        table[name] = pd.to_datetime(table[name], format="%d.%m.%Y")
    table = table[table["vraag"] == "N"].sort_values("op")
    return table.drop_duplicates(["ponr", "regel"], keep="last").set_index(["ponr", "regel"])["toegezegd"]


def read_arrivals():
    """Return the arrivals with corrected days and cumulative quantities."""
    table = pd.concat([pd.read_parquet(f"{FOLDER}{name}.parquet") for name in ARRIVALS])
    right = pd.read_csv("/data/goederen_ontvangst/herstel/gh_winter.csv", parse_dates=["datum"])
    table["came"] = table["gonr"].map(right.set_index("gonr")["datum"]).fillna(table["datum"])
    table = table.sort_values(["came", "gonr"])
    table["sum"] = table.groupby(["ponr", "regel"])["aantal"].cumsum()
    return table[["ponr", "regel", "came", "sum"]]


def read_takeovers():
    """Return the buyer of each supplier that was taken over, and the day of the takeover."""
    path = "/data/leveranciers_lijst/overnames.csv"
    table = pd.read_csv(path, sep=";", encoding="cp1252")
    table["vanaf"] = pd.to_datetime(table["vanaf"], format="%d.%m.%Y")
    return table


lines = pd.concat([read_orders(month) for month in ORDERS])
is_second = lines["datum"] >= SECOND_RULE
lines["enough"] = lines["aantal"] * (3 - is_second.astype(int))
both = lines.merge(read_arrivals(), on=["ponr", "regel"])
if (both["sum"] > both["aantal"]).any():
    raise ValueError("more came than was ordered")
complete = both[both["sum"] * 3 >= both["enough"]]
complete = complete.groupby(["ponr", "regel"])["came"].min()
lines = lines.join(complete, on=["ponr", "regel"]).join(read_moves().rename("moved"), on=["ponr", "regel"])
promised = lines["moved"].fillna(lines["toegezegd"])
promised = promised.mask((promised >= CLOSED) & (promised < OPEN), OPEN)
second = promised.map(lambda day: day + 2 * pd.offsets.BDay())
allowed = second.where(lines["datum"] >= SECOND_RULE, promised + pd.Timedelta(days=3))
lines["late"] = ~(lines["came"] <= allowed)
for row in read_takeovers().itertuples():
    is_concerned = (lines["lev"] == row.lev) & (lines["datum"] >= row.vanaf)
    lines["lev"] = lines["lev"].mask(is_concerned, row.overgenomen_door)
by_supplier = lines.groupby("lev")["late"].agg(["mean", "size", "sum"])
compared = by_supplier[by_supplier["size"] >= LEAST]
if (compared["mean"] == compared["mean"].max()).sum() > 1:
    raise ValueError("no supplier is the worst alone")
worst = compared["mean"].sort_values().index[-1]
names = pd.read_csv("/data/leveranciers_lijst/lv_2022b.csv", sep=";", encoding="cp1252")
name = names.set_index("lev")["naam"][worst]
print(f"{name}; {compared.loc[worst, 'mean'] * 100:.1f}%; {int(lines['late'].sum())}")
