"""Count the planned interruptions of rural lines in half a year, and compute their median duration."""
import pandas as pd

SHORT, SHORT_SINCE_APRIL = 3, 10
APRIL = pd.Timestamp(2022, 4, 1)
FORMAT = "%d.%m.%Y %H:%M"
PLANNED = (51, 52, 53)
PLANNED_BEFORE = (22, 31, 32)


def read_office(path):
    """Return a table from a CSV file in the office's dialect."""
    return pd.read_csv(path, sep=";", decimal=",", encoding="cp1252")


def read_book():
    """Return the interruptions of the half-year with late entries applied and a flag for planned ones."""
    quarters = [read_office(f"/data/stoerungsbuch/SB_2022_Q{quarter}.csv") for quarter in (1, 2)]
    book = pd.concat(quarters).set_index("vnr")
    for name in ("beg", "ende"):
        book[name] = pd.to_datetime(book[name], format=FORMAT)
    book["planned"] = book["anl"].isin(PLANNED).where(book["beg"] >= APRIL, book["anl"].isin(PLANNED_BEFORE))
    entries = read_office("/data/stoerungsbuch/nachtraege_2022.csv").sort_values("lfd")
    entries = entries[entries["vnr"].isin(book.index)]
    last = {name: part.groupby("vnr")["wert"].last() for name, part in entries.groupby("feld")}
    book.loc[last["anl"].index, "planned"] = last["anl"].astype(int).isin(PLANNED)
    book.loc[last["ende"].index, "ende"] = pd.to_datetime(last["ende"], format=FORMAT)
    return book.drop(last["geloescht"].index)


def read_lines():
    """Return the rural lines for the year, using their names as of the start of the year."""
    lines = pd.read_csv("/data/nis_abgaenge/ABG_20211231.csv", sep="|", encoding="latin-1").set_index("abg")
    right = pd.read_csv("/data/nis_abgaenge/nachtrag/kd_20211231.csv").set_index("abg")["kd"]
    customers = right.reindex(lines.index).fillna(lines["kd"])
    dense = customers / (lines["lge_m"] / 1000)
    return dense.index[dense < 60]


book = read_book()
names = read_office("/data/nis_abgaenge/umbenennungen.csv").set_index("neu")["alt"]
book["abg"] = book["abg"].map(names).fillna(book["abg"])
minutes = (book["ende"] - book["beg"]).dt.total_seconds() / 60
least = pd.Series(SHORT, book.index).mask(book["beg"] >= APRIL, SHORT_SINCE_APRIL)
is_counted = book["planned"] & (minutes > least)
is_country = book["abg"].isin(read_lines())
lines = book.loc[is_counted & is_country, "abg"]
lasted = minutes[is_counted & is_country]
parts = [f"{len(lasted)}", f"{lasted.median():.1f} min", f"{lines.nunique()}"]
print("; ".join(parts))
