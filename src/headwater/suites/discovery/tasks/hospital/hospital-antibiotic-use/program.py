"""Compute the consumption of two antibiotics at St Brennan in the first quarter of 2023."""
import pandas as pd

SITE = "STB"
DRUGS = ["meropenem", "ciprofloxacin"]
MONTHS = (1, 2, 3)


def grams(path):
    """Return the total grams in a file by drug."""
    table = pd.read_csv(path, encoding="utf-8-sig")
    is_ours = (table["site"] == SITE) & table["drug"].isin(DRUGS)
    table = table[is_ours].copy()
    table["grams"] = table["packs"] * table["units_in_pack"] * table["grams_in_unit"]
    return table.groupby("drug")["grams"].sum().reindex(DRUGS, fill_value=0)


def used(month):
    """Return the grams issued in a month less the grams returned."""
    issued = grams(f"/data/antibiotic_issues/issues_2023-{month:02d}.csv")
    returned = grams(f"/data/antibiotic_issues/returns/returns_2023-{month:02d}.csv")
    return issued - returned


def bed_days():
    """Return the midnight patient counts summed over the quarter."""
    census = pd.read_csv("/data/bed_census/census_STB_2023.csv")
    day = pd.to_datetime(census["day"])
    return census.loc[day.dt.month.isin(MONTHS), "patients"].sum()


doses = pd.read_csv("/data/defined_daily_doses/ddd_b.csv")
doses = doses.set_index("drug")["grams"]

total = pd.Series(0.0, index=DRUGS)
for month in MONTHS:
    total = total + used(month)
by_drug = total / doses.reindex(DRUGS)
ddd = by_drug.sum()
rate = ddd / bed_days() * 100
print(f"{rate:.2f} DDD")
