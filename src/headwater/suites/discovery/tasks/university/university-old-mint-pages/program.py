"""Decrease of the pages that were printed in the law building, and the month with the fewest."""
import pandas as pd

PLACE = "Law"
PERIODS = ("2021-10", "2022-10")
FILES = {
    2021: "/data/printing/pages_2021_prelim.xlsx",
    2022: "/data/printing/pages_2022_prelim.xlsx",
    2023: "/data/printing/pages_2023_prelim.xlsx",
}


def read_year(path):
    """Return pages by month."""
    table = pd.read_excel(
        path,
        skiprows=2,
    )
    months = pd.to_datetime(table["month"], format="%b %Y")
    return table[PLACE].set_axis(months)


pages = pd.concat([read_year(path) for path in FILES.values()]).sort_index()


def read(first):
    """Return the pages of five months."""
    months = pd.period_range(
        first,
        periods=5,
        freq="M",
    )
    return pages[months.to_timestamp()]


before, now = read(PERIODS[0]), read(PERIODS[1])
decrease = (before.sum() - now.sum()) / before.sum() * 100
least = now.idxmin()
name = least.month_name()
parts = [f"{decrease:.2f}%", name]
print("; ".join(parts))
