"""Compute the full-time equivalents of a department at the end of June in two years."""
import pandas as pd

DEPARTMENT = "KB"
COLUMNS = ["pnr", "abt", "fte", "eintritt", "austritt", "status"]


def read_roll(path):
    """Return the people who were employed in a month."""
    table = pd.read_excel(path)
    table["austritt"] = pd.to_datetime(table["austritt"])
    return table[COLUMNS]


def equivalents(table, last_day):
    """Return the total full-time equivalents on the last day, excluding people on parental leave."""
    gone = table["austritt"] < pd.Timestamp(last_day)
    is_active = table["status"] == "A"
    own = table["abt"] == DEPARTMENT
    counted = table[own & is_active & ~gone]
    return counted["fte"].sum()


# The June 2022 workbook lacks a company; the second one sent in July agrees with the board's figures.
now = equivalents(
    read_roll("/data/personal_stand/neu/eing_0715.xlsx"),
    "2022-06-30",
)
before = equivalents(
    read_roll("/data/personal_stand/stand_202106.xlsx"),
    "2021-06-30",
)
change = now - before
if now <= 0:
    raise SystemExit("nobody")
answer = f"{now:.1f}; {change:.1f}"
print(answer)
