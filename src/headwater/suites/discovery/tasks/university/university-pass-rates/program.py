"""Compute the pass rates of two faculties after appeals in winter 2022/23."""
import pandas as pd

FACULTIES = ("SCI", "LAW")


def read_results(faculty):
    """Return the final grades of a faculty."""
    path = f"/data/examination_results/2022w/{faculty}_final.csv"
    table = pd.read_csv(path)
    return table.set_index("record")["grade"]


def read_appeals():
    """Return the new grades from granted appeals."""
    appeals = pd.read_csv("/data/examination_results/2022w/appeals.csv")
    is_granted = appeals["decision"] == "granted"
    granted = appeals[is_granted]
    return granted.set_index("record")["new_grade"]


def passed(faculty, grades):
    """Return a mask of the passing grades; law uses points, and the others use grades from 1.0 to 5.0."""
    if faculty == "LAW":
        return grades >= 4
    return grades <= 4.0


appeals = read_appeals()
parts = []
turned = 0
for faculty in FACULTIES:
    before = read_results(faculty)
    after = before.copy()
    own = appeals[appeals.index.isin(before.index)]
    after.update(own)
    is_pass = passed(faculty, after)
    was_pass = passed(faculty, before)
    turned += int((is_pass & ~was_pass).sum())
    parts.append(f"{is_pass.mean() * 100:.2f}%")
parts.append(str(turned))
answer = "; ".join(parts)
print(answer)
