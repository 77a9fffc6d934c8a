"""Compute the staff turnover of a fiscal year: resignations divided by the mean of opening and closing headcount."""
import pandas as pd

OWN_NOTICE = 10
FIRST = pd.Timestamp("2021-10-01")
LAST = pd.Timestamp("2022-09-30")
OFFICE = {"sep": ";", "decimal": ",", "encoding": "cp1252"}


def read_leavers():
    """Return the people who left in the calendar years that overlap the fiscal year."""
    tables = [
        pd.read_csv("/data/personal_abgang/abgang_2021.csv", **OFFICE),
        pd.read_csv("/data/personal_abgang/abgang_2022.csv", **OFFICE),
    ]
    table = pd.concat(tables, ignore_index=True)
    table["letzter_tag"] = pd.to_datetime(table["letzter_tag"], format="%d.%m.%Y")
    return table


def heads(path, last_day):
    """Return the headcount on the last day of a month."""
    table = pd.read_excel(path)
    table["austritt"] = pd.to_datetime(table["austritt"])
    gone = table["austritt"] < last_day
    return int(((table["status"] == "A") & ~gone).sum())


leavers = read_leavers()
in_year = leavers["letzter_tag"].between(FIRST, LAST)
own = leavers[in_year & (leavers["grund"] == OWN_NOTICE)]
before = heads("/data/personal_stand/stand_202109.xlsx", pd.Timestamp("2021-09-30"))
after = heads("/data/personal_stand/stand_202209.xlsx", LAST)
mean = (before + after) / 2
turnover = len(own) / mean * 100
print(f"{turnover:.2f}%; {len(own)}")
