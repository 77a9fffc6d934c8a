"""Compute the overhead of the faculty of science in 2023, and the amount from industry-funded projects."""
import pandas as pd

FACULTY = "SCI"
TO_JUNE = {"European Union": 0.2, "ministry": 0.2, "industry": 0.2}
NONE = 0.0
FROM_JULY = {"European Union": 0.22, "ministry": 0.22, "industry": 0.3}
CHANGE = pd.Timestamp("2023-07-01")


def read_quarter(number):
    """Return the expenditure of a quarter."""
    path = f"/data/third_party_funds/bookings_2023Q{number}.csv"
    table = pd.read_csv(path, encoding="utf-8-sig")
    table["day"] = pd.to_datetime(
        table["day"],
        format="%d/%m/%Y",
    )
    return table[table["kind"] == "expenditure"]


def read_projects():
    """Return the faculty's projects with their funders."""
    path = "/data/project_register/projects_y.csv"
    table = pd.read_csv(path, sep=";", encoding="cp1252")
    is_own = table["faculty"] == FACULTY
    return table.loc[is_own, ["project", "funder"]]


spent = pd.concat([read_quarter(number) for number in (1, 2, 3, 4)])
spent = spent.merge(read_projects(), on="project")
old = spent["funder"].map(TO_JUNE).fillna(NONE)
new = spent["funder"].map(FROM_JULY).fillna(NONE)
rate = old.where(spent["day"] < CHANGE, new)
taken = spent["eur"] * rate
from_industry = taken[spent["funder"] == "industry"]
amounts = [taken.sum(), from_industry.sum()]
print("; ".join(f"{amount:.0f} EUR" for amount in amounts))
