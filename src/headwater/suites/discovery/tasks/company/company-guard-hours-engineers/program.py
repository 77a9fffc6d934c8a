"""Sum the valid hours that one department recorded on one product in a month."""
import pandas as pd

PROJECT = "TYR"
DEPARTMENT = "Entwicklung"
OFFICE = {"sep": ";", "decimal": ",", "encoding": "cp1252"}


def read_hours():
    """Return the entries not voided by the list that agrees with the works council's figures."""
    entries = pd.read_csv("/data/sperber_zeiten/10/202304.csv", **OFFICE)
    voids = pd.read_csv("/data/sperber_zeiten/storno/10_202304_2.csv")
    is_void = entries["nr"].isin(voids["nr"])
    return entries[~is_void]


def read_projects():
    """Return the project's numbers in 2023."""
    table = pd.read_csv("/data/projekt_liste/pl_2023_2.csv", **OFFICE)
    return set(table.loc[table["prj"] == PROJECT, "nr"])


def read_people():
    """Return the personnel numbers of the people in the department."""
    staff = pd.read_excel("/data/personal_stand/stand_202304.xlsx", dtype={"abt": str, "pnr": str})
    keys = pd.read_csv("/data/orga_schluessel/os_3.csv", dtype={"nr": str})
    wanted = keys.loc[keys["bezeichnung"] == DEPARTMENT, "nr"]
    return set(staff.loc[staff["abt"].isin(wanted), "pnr"])


hours = read_hours()
projects = read_projects()
people = read_people()
on_project = hours["projekt"].isin(projects)
by_people = hours["pnr"].astype(str).isin(people)
total = hours.loc[on_project & by_people, "zeit"].sum()
print(f"{total:.2f}")
