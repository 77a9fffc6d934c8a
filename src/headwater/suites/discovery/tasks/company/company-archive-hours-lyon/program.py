"""Sum the valid hours that one company recorded on one product over three months in which the unit changed."""
import pandas as pd

PROJECT = "IDU"
MINUTES = 60
OFFICE = {"sep": ";", "decimal": ",", "encoding": "cp1252"}


def without(entries, path):
    """Return the entries that were not voided."""
    voids = pd.read_csv(path)
    return entries[~entries["nr"].isin(voids["nr"])]


september = without(
    pd.read_csv("/data/sperber_zeiten/20/202309.csv", **OFFICE),
    "/data/sperber_zeiten/storno/20_202309_3.csv",
)
october = without(
    pd.read_csv("/data/sperber_zeiten/20/202310.csv", **OFFICE),
    "/data/sperber_zeiten/storno/20_202310_2.csv",
)
november = without(
    pd.read_json("/data/sperber_zeiten/nachtrag/lyon_d2.jsonl", lines=True),
    "/data/sperber_zeiten/storno/20_202311_3.csv",
)
# Times have been recorded in minutes since October.
october = october.assign(zeit=october["zeit"] / MINUTES)
november = november.assign(zeit=november["zeit"] / MINUTES)
hours = pd.concat([september, october, november], ignore_index=True)
projects = pd.read_csv("/data/projekt_liste/pl_2023_2.csv", **OFFICE)
numbers = projects.loc[projects["prj"] == PROJECT, "nr"]
own = hours.loc[hours["projekt"].isin(numbers), "zeit"].sum()
share = own / hours["zeit"].sum() * 100
print(f"{own:.2f}; {share:.2f}%")
