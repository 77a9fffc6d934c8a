"""Compute the share of rooftop electricity in Science Hill's consumption, and find the month of its peak."""
import calendar

import pandas as pd

YEAR = 2023
MONTHS = range(2, 9)
KWH_IN_MWH = 1000
NOTES = 2


def read_roof():
    """Return the rooftop electricity in MWh by month."""
    table = pd.read_excel(
        "/data/solar_campus/solar_2023.xlsx",
        skiprows=NOTES,
    )
    months = pd.to_datetime(table["month"], format="%b %Y")
    is_asked = months.dt.year == YEAR
    made = table["Hill"].set_axis(months.dt.month)
    return made[is_asked.to_numpy()]


def read_transformers():
    """Return the electricity drawn through the transformers in MWh by month."""
    table = pd.read_csv("/data/campus_power/c_C019.csv", parse_dates=["day"])
    table = table[table["day"].dt.year == YEAR]
    sums = table.groupby(table["day"].dt.month)["ener"].sum()
    return sums / KWH_IN_MWH


made = read_roof().loc[list(MONTHS)]
bought = read_transformers().loc[list(MONTHS)]

# Nothing is fed into the grid, so all rooftop electricity was used on site.
used = bought + made
share = made.sum() / used.sum() * 100
best = (made / used).idxmax()
name = calendar.month_name[best]
parts = [f"{share:.2f}%", name]
print("; ".join(parts))
