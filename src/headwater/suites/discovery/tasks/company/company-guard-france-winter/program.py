"""Compute one company's net revenue from one product over three months in which articles were renumbered."""
import pandas as pd

PROJECT = "TYR"
FOLDER = "/data/pelikan_ausgang/20/"
# The posted run of a month is the one whose line count and total match the closing papers.
RUNS = {
    "202212": "L2",
    "202301": "L2",
    "202302": "L1",
}


def read_projects(release):
    """Return the project of each article in one release of the list."""
    path = f"/data/artikel_stamm/artikel_{release}.csv"
    table = pd.read_csv(path, sep=";", encoding="cp1252")
    table["project"] = table["text"].str.split().str[0]
    return table.set_index("art")["project"]


def read_run(month):
    """Return the lines of a month with signed amounts."""
    table = pd.read_parquet(f"{FOLDER}{month}_{RUNS[month]}.parquet")
    sign = table["art_bel"].map({"RE": 1, "GU": -1})
    return table.assign(net=table["netto"] * sign)


def own(months, projects):
    """Return the net revenue of the product over the given months."""
    total = 0.0
    for month in months:
        lines = read_run(month)
        is_own = lines["art"].map(projects) == PROJECT
        total += lines.loc[is_own, "net"].sum()
    return total


until_2022 = read_projects("r11")
since_2023 = read_projects("r12")
before = own(["202212"], until_2022)
since = own(["202301", "202302"], since_2023)
total = before + since
print(f"{total:.2f} EUR")
