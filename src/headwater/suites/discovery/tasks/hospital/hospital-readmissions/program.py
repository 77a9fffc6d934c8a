"""Emergency readmissions within 30 days after elective orthopaedic stays of 2022."""
import pandas as pd

WINDOW = 30
FIRST, LAST = pd.Timestamp("2022-01-01"), pd.Timestamp("2022-12-31")
COLUMNS = ["spell", "patient", "site", "admitted", "discharged"]


def read_spells(year):
    """Return the spells that were discharged in a calendar year."""
    path = f"/data/inpatient_activity/spells_{year}.parquet"
    spells = pd.read_parquet(path)
    return spells[COLUMNS + ["specialty", "method", "died"]]


spells = pd.concat([read_spells(2022), read_spells(2023)])

is_index = (
    (spells["specialty"] == "Orthopaedics")
    & (spells["method"] == "elective")
    & (spells["died"] == 0)
    & spells["discharged"].between(FIRST, LAST)
)
index = spells.loc[is_index, COLUMNS]
emergencies = spells.loc[spells["method"] == "emergency", COLUMNS]

pairs = index.merge(
    emergencies,
    on="patient",
    suffixes=("", "_next"),
)
pairs = pairs[pairs["spell"] != pairs["spell_next"]]
gap = (pairs["admitted_next"] - pairs["discharged"]).dt.days
within = gap.between(0, WINDOW)
followed = pairs.loc[within, "spell"].nunique()
total = index["spell"].nunique()
share = followed / total * 100
print(f"{followed}; {share:.2f}%")
