"""Count the falls in the second quarter of 2023 whose last grading is moderate or severe harm."""
import pandas as pd

KIND = "fall"
BAD = ["moderate", "severe"]
NO_INCIDENT = "not an incident"


def read_reports():
    """Return the reports of the quarter."""
    reports = pd.read_json(
        "/data/incident_reports/reports_2023Q2.jsonl",
        lines=True,
    )
    return reports[["incident", "kind", "harm"]]


def read_last_reviews():
    """Return the last grading of each reviewed incident."""
    reviews = pd.read_csv("/data/incident_reviews/reviews.csv")
    reviews["graded"] = pd.to_datetime(reviews["graded"])
    order = ["incident", "graded"]
    reviews = reviews.sort_values(order)
    last = reviews.drop_duplicates("incident", keep="last")
    return last.set_index("incident")["harm"]


reports = read_reports()
falls = reports[reports["kind"] == KIND].copy()

# An incident without a review keeps the reported harm.
last = read_last_reviews()
graded = falls["incident"].map(last)
harm = graded.fillna(falls["harm"])

harm = harm[harm != NO_INCIDENT]
is_bad = harm.isin(BAD)
count = int(is_bad.sum())
share = is_bad.mean() * 100

answer = f"{count}; {share:.2f}%"
print(answer)
