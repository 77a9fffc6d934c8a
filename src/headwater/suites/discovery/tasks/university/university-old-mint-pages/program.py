"""Compute the decrease in pages printed by students in the law building, and find the month with the fewest."""
import pandas as pd

PLACE = "Law"
YEARS = (2021, 2022, 2023)
PERIODS = ("2021-10", "2022-10")
MONTHS = 5
RELEASE = "/data/print_release/"
# The second January delivery is authoritative from this day.
SECOND = pd.Timestamp("2023-01-16")
ACCOUNTS = ["student", "doctoral"]


def read_year(year):
    """Return the corrected page counts of the building by month."""
    table = pd.read_excel(f"/data/printing/pages_{year}_prelim.xlsx", skiprows=2)
    months = pd.to_datetime(table["month"], format="%b %Y").dt.to_period("M")
    return table[PLACE].set_axis(months)


def read_jobs(name):
    """Return the jobs of a delivery."""
    table = pd.read_csv(f"{RELEASE}jobs_{name}.csv", encoding="utf-8-sig")
    return table.assign(printed=pd.to_datetime(table["printed"], format="%d/%m/%Y %H:%M"))


def all_jobs():
    """Return the jobs from December to February."""
    early, late = read_jobs("2023-01_a"), read_jobs("2023-01_b")
    return pd.concat([read_jobs("2022-12"), early[early["printed"] < SECOND], late, read_jobs("2023-02")])


def places(jobs):
    """Return the jobs with the location of their station on that day."""
    stations = pd.read_csv(RELEASE + "stations.csv", sep=";", encoding="cp1252")
    stations["since"] = pd.to_datetime(stations["since"], format="%d.%m.%Y")
    jobs = jobs.assign(day=jobs["printed"].dt.normalize()).sort_values("day")
    return pd.merge_asof(jobs, stations.sort_values("since"), left_on="day", right_on="since", by="station")


def released():
    """Return the pages printed by students at the stations in the building, by month."""
    refunds = pd.read_csv(RELEASE + "refunds.txt", sep="|", encoding="latin-1")
    jobs = places(all_jobs())
    jobs = jobs[jobs["account"].isin(ACCOUNTS) & ~jobs["job"].isin(refunds["job"])]
    jobs = jobs[jobs["place"] == PLACE]
    return jobs["sheets"].groupby(jobs["printed"].dt.to_period("M")).sum()


pages = pd.concat([read_year(year) for year in YEARS])
pages = pages.add(released(), fill_value=0)
before, now = (pages[pd.period_range(first, periods=MONTHS, freq="M")] for first in PERIODS)
decrease = (before.sum() - now.sum()) / before.sum() * 100
print(f"{decrease:.2f}%; {now.idxmin().strftime('%B')}; {now.min():.0f} pages")
