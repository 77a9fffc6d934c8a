"""Count the large tanker calls in the second quarter of 2022, and find their mean stay and the longest one."""
import pandas as pd

JOURNAL = "/data/vessel_calls/2022/"
REGISTER = "/data/vessel_register/"
MONTHS = (4, 5, 6)
FORMAT = "%d.%m.%Y %H:%M"
# Harbor order 15 defines large tankers; the limit changed for arrivals from this day.
SINCE = pd.Timestamp("2022-05-16")
LEAST_BEFORE, LEAST = 27_000, 24_000
# Harbor order 24 sends tankers to the bulk terminal during the works.
WORKS = pd.Timestamp("2022-06-01"), pd.Timestamp("2022-07-16")
# Under harbor order 23, times in the roadstead of at least this length are subtracted from the stay.
LEAST_MINUTES = 120


def read_month(month):
    """Return the calls of a month as recorded at closing."""
    table = pd.read_csv(f"{JOURNAL}calls_2022_{month:02d}.csv", sep=";", encoding="cp1252")
    return table.set_index("call")


def corrected(table):
    """Return the calls with later corrections applied; the last correction of a field counts."""
    rows = pd.read_csv(JOURNAL + "corrections_2022.txt", sep="|", encoding="latin-1")
    rows = rows[rows["call"].isin(table.index)].sort_values("made", kind="stable")
    for field, part in rows.groupby("field"):
        values = part.drop_duplicates("call", keep="last").set_index("call")["value"]
        table.loc[values.index, field] = values.astype(table[field].dtype)
    for name in ("arrived", "left"):
        table[name] = pd.to_datetime(table[name], format=FORMAT)
    return table.reset_index()


def tonnage(table):
    """Return the gross tonnage from the certificate in force at each arrival."""
    old = pd.read_csv(REGISTER + "replaced_2022.txt", sep="|", encoding="latin-1").set_index("imo")
    until = pd.to_datetime(table["imo"].map(old["until"]).astype("Int64").astype("string"), format="%Y%m%d")
    is_old = table["arrived"].dt.normalize() <= until
    return table["gt"].where(~is_old, table["imo"].map(old["gt"]))


def in_roads():
    """Return the minutes in the roadstead that are subtracted from each call."""
    rows = pd.read_json("/data/tanker_roads/roads_2022.jsonl", lines=True)
    return rows[rows["minutes"] >= LEAST_MINUTES].groupby("call")["minutes"].sum()


ships = pd.read_csv(REGISTER + "vessels_2.txt", sep="|", encoding="latin-1")
calls = corrected(pd.concat([read_month(month) for month in MONTHS]))
calls = calls[calls["status"] == "done"].merge(ships, on="imo")
is_diverted = (calls["terminal"] == "BU") & (calls["arrived"] >= WORKS[0]) & (calls["arrived"] < WORKS[1])
calls = calls[(calls["type"] == "tanker") & ((calls["terminal"] == "TA") | is_diverted)]
least = (calls["arrived"] >= SINCE).map({False: LEAST_BEFORE, True: LEAST})
calls = calls[tonnage(calls) >= least]
minutes = (calls["left"] - calls["arrived"]).dt.total_seconds() / 60
minutes = minutes - calls["call"].map(in_roads()).fillna(0)
longest = calls.loc[minutes.idxmax(), "name"]
print(f"{len(calls)}; {minutes.mean() / 60:.2f} h; {longest}")
