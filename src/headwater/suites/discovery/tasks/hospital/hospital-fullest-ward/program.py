"""Find the ward of Harbour General with the highest occupancy in the second half of 2023."""
import pandas as pd

FIRST, LAST = "2023-07-01", "2023-12-31"

census = pd.read_csv("/data/bed_census/census_HAR_2023.csv")
census["day"] = pd.to_datetime(census["day"])
in_period = census["day"].between(FIRST, LAST)
census = census[in_period]

register = pd.read_csv("/data/bed_register/bed_register.csv")
register = register[register["site"] == "HAR"].copy()
register["valid_from"] = pd.to_datetime(register["valid_from"])


def with_beds(ward):
    """Return the daily patient counts of a ward with the number of staffed beds on each day."""
    days = census[census["ward"] == ward].sort_values("day")
    rows = register[register["ward"] == ward].sort_values("valid_from")
    rows = rows.rename(columns={"valid_from": "day"})
    return pd.merge_asof(
        days[["day", "patients"]],
        rows[["day", "beds"]],
        on="day",
    )


means, crowded = {}, {}
for ward in sorted(census["ward"].unique()):
    days = with_beds(ward)
    occupancy = days["patients"] / days["beds"]
    means[ward] = occupancy.mean() * 100
    crowded[ward] = int((days["patients"] > days["beds"]).sum())

fullest = max(means, key=means.get)
mean = means[fullest]
count = crowded[fullest]
answer = f"{fullest}; {mean:.1f}%; {count}"
print(answer)
