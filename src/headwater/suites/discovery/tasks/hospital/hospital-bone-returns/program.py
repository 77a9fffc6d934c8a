"""Compute the share of orthopaedic stays in 2022 that led to a readmission, and find the site with the most."""
import pandas as pd

DISCHARGED = "/data/inpatient_activity/spells_2022.parquet"
NEXT = "/data/inpatient_activity/spells_2023.parquet"
DAYS = 30


def read_stays():
    """Return the stays from which the patient was discharged alive."""
    spells = pd.read_parquet(DISCHARGED)
    is_home = (spells["specialty"] == "Orthopaedics") & (spells["died"] == 0)
    return spells.loc[is_home, ["spell", "patient", "site", "discharged"]]


def read_emergencies():
    """Return the emergency admissions of both years."""
    both = pd.concat([pd.read_parquet(path) for path in (DISCHARGED, NEXT)])
    columns = ["spell", "patient", "site", "admitted"]
    return both.loc[both["method"] == "emergency", columns]


stays = read_stays()
pairs = stays.merge(read_emergencies(), on="patient", suffixes=("", "_next"))
days = (pairs["admitted"] - pairs["discharged"]).dt.days
is_other = pairs["spell"] != pairs["spell_next"]
returned = pairs.loc[is_other & days.between(0, DAYS), "spell"]
is_back = stays["spell"].isin(returned)
share = is_back.mean() * 100
by_site = is_back.groupby(
    stays["site"],
).mean()
worst = by_site.idxmax()
parts = [
    f"{share:.2f}%",
    worst,
]
print("; ".join(parts))
