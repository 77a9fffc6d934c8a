"""Count the funded beds without a patient at midnight on 30 June 2023."""
import pandas as pd

DAY = "2023-06-30"
SITES = ("STB", "CAS", "HAR", "EAS", "WHI", "FEN")
WARD = ["site", "ward"]


def read_funded():
    """Return the number of funded beds in each ward on the day."""
    register = pd.read_csv("/data/bed_register/bed_register_final.csv")
    valid = register[register["valid_from"] <= DAY]
    valid = valid.sort_values("valid_from")
    holds = valid.drop_duplicates(WARD, keep="last")
    return holds.set_index(WARD)["beds"]


def read_patients(site):
    """Return the number of patients in each of a site's wards at the end of the day."""
    path = f"/data/bed_census/census_{site}_2023.csv"
    census = pd.read_csv(path)
    on_day = census[census["day"] == DAY]
    on_day = on_day.assign(site=site)
    return on_day.set_index(WARD)["patients"]


parts = []
for site in SITES:
    patients = read_patients(site)
    parts.append(patients)
patients = pd.concat(parts)
funded = read_funded()
# A ward missing from the census raises KeyError, because its number of empty beds is unknown.
empty = funded.sub(patients.loc[funded.index]).clip(lower=0)
by_site = empty.groupby(level="site").sum()
total = int(by_site.sum())
emptiest = by_site.idxmax()
answer = f"{total}; {emptiest}"
print(answer)
