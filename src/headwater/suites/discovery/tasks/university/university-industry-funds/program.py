"""Compute the engineering faculty's expenditure on industry-funded projects in 2022."""
import pandas as pd

YEAR = 2022
QUARTERS = (1, 2, 3, 4)
FACULTY = "ENG"
FUNDER = "industry"


def read_quarter(quarter):
    """Return the bookings of a quarter."""
    path = f"/data/third_party_funds/bookings_{YEAR}Q{quarter}.csv"
    table = pd.read_csv(path, encoding="utf-8-sig")
    return table[["booking", "project", "kind", "eur"]]


def read_projects():
    """Return the faculty's industry-funded projects as of the end of 2022."""
    register = pd.read_csv(
        "/data/project_register/projects_x.csv",
        sep=";",
        decimal=",",
        encoding="cp1252",
    )
    is_faculty = register["faculty"] == FACULTY
    is_funder = register["funder"] == FUNDER
    ours = register[is_faculty & is_funder]
    return set(ours["project"])


bookings = pd.concat([read_quarter(quarter) for quarter in QUARTERS])
is_spent = bookings["kind"] == "expenditure"
spent = bookings[is_spent]
ours = spent[spent["project"].isin(read_projects())]
amount = ours["eur"].sum()
count = ours["project"].nunique()
answer = f"{amount:.2f} EUR; {count}"
print(answer)
