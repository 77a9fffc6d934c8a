"""Sum the time by which operations overran their plan, and compute the share of operations that overran."""
import pandas as pd

FOLDER = "/data/operating_theatres/"
MONTHS = (1, 2, 3)
SITE = "HAR"
SPECIALTY = "Orthopaedics"


def read_plan(month):
    """Return the planned orthopaedic operations of a month at the site."""
    table = pd.read_csv(
        f"{FOLDER}plan/plan_2023-{month:02d}.txt",
        sep="|",
        encoding="latin-1",
    )
    is_own = (table["site"] == SITE) & (table["specialty"] == SPECIALTY)
    return table[is_own]


def read_log(month):
    """Return the actual duration in minutes of each operation performed in a month."""
    table = pd.read_csv(f"{FOLDER}log/log_2023-{month:02d}.csv")
    done = table.dropna(subset=["actual_minutes"])
    return done[["operation", "actual_minutes"]]


planned = pd.concat([read_plan(month) for month in MONTHS])
done = pd.concat([read_log(month) for month in MONTHS])
both = planned.merge(done, on="operation")
over = both["actual_minutes"] - both["planned_minutes"]
hours = over[over > 0].sum() / 60
share = (over > 0).mean() * 100
parts = [
    f"{hours:.2f} h",
    f"{share:.2f}%",
]
print("; ".join(parts))
