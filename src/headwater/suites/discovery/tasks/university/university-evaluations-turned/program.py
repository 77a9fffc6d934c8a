"""Find the faculty whose evaluations improved most from 2020/21 to 2021/22."""
import pandas as pd

YEARS = {
    "before": ("2020w", "2021s"),
    "after": ("2021w", "2022s"),
}
# Until the summer of 2021, 1 was the best grade.
OLD_SCALE = ("2018s", "2018w", "2019s", "2019w", "2020s", "2020w", "2021s")


def read_semester(semester):
    """Return the course means on the current scale, with their weights."""
    path = f"/data/course_evaluations/evaluation_{semester}.parquet"
    table = pd.read_parquet(path)
    if semester in OLD_SCALE:
        table["mean"] = 6 - table["mean"]
    table["faculty"] = table["course"].str[:3]
    table["weight"] = table["responses"]
    return table


def faculty_means(semesters):
    """Return the weighted mean of each faculty."""
    parts = [read_semester(semester) for semester in semesters]
    table = pd.concat(parts)
    table["product"] = table["mean"] * table["weight"]
    sums = table.groupby("faculty")[["product", "weight"]].sum()
    return sums["product"] / sums["weight"]


before = faculty_means(YEARS["before"])
after = faculty_means(YEARS["after"])
change = (after - before).sort_values()
best = change.index[-1]
first = f"{before[best]:.3f}"
second = f"{after[best]:.3f}"
answer = "; ".join([best, first, second])
print(answer)
