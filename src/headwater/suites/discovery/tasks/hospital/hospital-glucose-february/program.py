"""Compute the mean glucose result in February 2023 at the two laboratories that still reported in mg/dL."""
import pandas as pd

SITES = ("CAS", "EAS")
FIRST = pd.Timestamp("2023-02-01")
AFTER = pd.Timestamp("2023-03-01")
MG_PER_MMOL = 18.016


def read_reports(month):
    """Return the reports of a month."""
    path = f"/data/lab_glucose/glucose_2023-{month:02d}.csv"
    table = pd.read_csv(
        path,
        sep=";",
        decimal=",",
        encoding="cp1252",
    )
    return table[["accession", "taken", "site", "status", "value"]]


# The next month's file can contain corrections.
results = pd.concat([read_reports(month) for month in (2, 3)])
results["taken"] = pd.to_datetime(results["taken"], format="%d.%m.%Y %H:%M")
in_february = (results["taken"] >= FIRST) & (results["taken"] < AFTER)
at_site = results["site"].isin(SITES)
results = results[in_february & at_site].copy()

# A correction replaces the final result with the same accession number.
order = {"F": 0, "C": 1}
results["order"] = results["status"].map(order)
results = results.sort_values(["accession", "order"])
results = results.drop_duplicates("accession", keep="last")

results["mmol"] = results["value"] / MG_PER_MMOL
means = results.groupby("site")["mmol"].mean()
parts = []
for site in SITES:
    parts.append(f"{means[site]:.3f} mmol/L")
answer = "; ".join(parts)
print(answer)
