"""Find the faculty that lost the largest share of its valid applications after the deadline."""
import pandas as pd

FOLDER = "/data/admission_applications/"
DEADLINE = "snapshot_21.csv"
OCTOBER = "snapshot_06.csv"


def read(name):
    """Return the state of all applications in a snapshot."""
    table = pd.read_csv(
        FOLDER + name,
        usecols=["application", "faculty", "state"],
    )
    return table


def withdrawn(name):
    """Return the numbers of withdrawn applications."""
    table = read(name)
    is_withdrawn = table["state"] == "withdrawn"
    return table.loc[is_withdrawn, "application"]


before = read(DEADLINE)
before = before[before["state"] == "valid"]
is_gone = before["application"].isin(withdrawn(OCTOBER))
gone = before[is_gone]

# The share is relative to the applications that were valid at the deadline.
shares = is_gone.groupby(before["faculty"]).mean() * 100
ranked = shares.sort_values()
worst = ranked.index[-1]
share = shares[worst]
parts = [
    worst,
    f"{share:.2f}%",
    f"{len(gone)}",
]
print("; ".join(parts))
