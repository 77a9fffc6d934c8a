"""Sum the handover time beyond 15 minutes, and find the site with the most such time per arrival."""
import pandas as pd

FOLDER = "/data/ambulance_handovers/"
MONTHS = (2, 3, 4, 5)
SECONDS = (4, 5)
ALLOWED = 15


def read_month(month):
    """Return the handovers of a month with their durations in minutes."""
    table = pd.read_csv(
        f"{FOLDER}handover_2023{month:02d}.txt",
        sep="|",
        encoding="latin-1",
    )
    minutes = table["handover"]
    if month in SECONDS:
        minutes = minutes / 60
    return table.assign(minutes=minutes)


table = pd.concat([read_month(month) for month in MONTHS])
beyond = table["minutes"] - ALLOWED
kept = beyond.clip(lower=0)
hours = kept.sum() / 60

# Sites receive different numbers of ambulances, so the comparison uses means rather than sums.
by_site = kept.groupby(table["site"]).mean()
ranked = by_site.sort_values()
worst = ranked.index[-1]
parts = [
    f"{hours:.1f} h",
    worst,
]
answer = "; ".join(parts)
print(answer)
