"""Compute the share of medication incidents with harm in 2023, by quarter of the report."""
import pandas as pd

KIND = "medication"
NONE = ("none",)
NO_INCIDENT = "not an incident"
QUARTERS = ("2023Q1", "2023Q2", "2023Q3", "2023Q4")


def read_reviews():
    """Return the harm of each incident according to its last review."""
    reviews = pd.read_csv("/data/incident_reviews/reviews.csv")
    ordered = reviews.sort_values(["incident", "step"])
    last = ordered.drop_duplicates("incident", keep="last")
    return last.set_index("incident")["harm"]


graded = read_reviews()


def share(quarter):
    """Return the percentage of incidents in a quarter that caused harm."""
    path = f"/data/incident_reports/reports_{quarter}.jsonl"
    reports = pd.read_json(path, lines=True)
    incidents = reports[reports["kind"] == KIND]
    harm = incidents["incident"].map(graded).fillna(incidents["harm"])
    counted = harm[harm != NO_INCIDENT]
    did_harm = ~counted.isin(NONE)
    return did_harm.mean() * 100


shares = {}
for quarter in QUARTERS:
    shares[quarter] = share(quarter)
worst = max(shares, key=shares.get)
answer = f"{worst}; {shares[worst]:.2f}%"
print(answer)
