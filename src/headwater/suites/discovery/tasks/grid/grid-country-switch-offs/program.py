"""Planned interruptions of country lines in half a year, their median, and the lines."""
import pandas as pd

PLANNED = (51, 52, 53)
SHORT = 3
FORMAT = "%d.%m.%Y %H:%M"


def read_book(quarter):
    """Return the interruptions of a quarter."""
    table = pd.read_csv(
        f"/data/stoerungsbuch/SB_2022_Q{quarter}.csv",
        sep=";",
        encoding="cp1252",
    )
    for name in ("beg", "ende"):
        table[name] = pd.to_datetime(
            table[name],
            format=FORMAT,
        )
    return table


def read_lines():
    """Return the country lines of the year."""
    path = "/data/nis_abgaenge/ABG_20211231.csv"
    lines = pd.read_csv(path, sep="|", encoding="latin-1")
    dense = lines["kd"] / (lines["lge_m"] / 1000)
    return lines.loc[dense < 60, "abg"]


book = pd.concat([read_book(quarter) for quarter in (1, 2)])
minutes = (book["ende"] - book["beg"]).dt.total_seconds() / 60
is_counted = book["anl"].isin(PLANNED) & (minutes.round() > SHORT)
is_country = book["abg"].isin(read_lines())
lines = book.loc[is_counted & is_country, "abg"]
lasted = minutes[is_counted & is_country]
parts = [f"{len(lasted)}", f"{lasted.median():.1f} min", f"{lines.nunique()}"]
print("; ".join(parts))
