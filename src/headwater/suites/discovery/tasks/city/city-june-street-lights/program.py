"""Count the street-light requests from June 2023 by last state, and compute the median time to close them."""
import pandas as pd

FIRST, AFTER = pd.Timestamp("2023-06-01"), pd.Timestamp("2023-07-01")
MONTHS = range(6, 13)
CATEGORY = "Street light"
DAY = pd.Timedelta(days=1)


def read_export(month):
    """Return the rows of an export for requests opened in June."""
    path = f"/data/service_requests_exports/2023/export_2023{month:02d}.csv"
    rows = pd.read_csv(path)
    rows["opened"] = pd.to_datetime(rows["opened"])
    rows["closed"] = pd.to_datetime(rows["closed"])
    rows["changed"] = pd.to_datetime(rows["changed"])
    in_month = (rows["opened"] >= FIRST) & (rows["opened"] < AFTER)
    return rows[in_month]


def names_of_codes():
    """Return the name of each code, including the codes used before July 2023."""
    table = pd.read_csv("/data/service_request_categories/categories.csv")
    names = dict(zip(table["code"], table["name"]))
    names.update(zip(table["old_code"], table["name"]))
    return names


states = pd.concat([read_export(month) for month in MONTHS])

# A request has a row for each change; the latest row is its current state.
states = states.sort_values(["request", "changed"])
last = states.drop_duplicates("request", keep="last").copy()

last["category"] = last["category"].map(names_of_codes())

lights = last[last["category"] == CATEGORY]
is_closed = lights["status"] == "closed"
closed = lights[is_closed]
days = (closed["closed"] - closed["opened"]) / DAY
count, median = len(lights), days.median()
print(f"{count}; {median:.2f} days")
