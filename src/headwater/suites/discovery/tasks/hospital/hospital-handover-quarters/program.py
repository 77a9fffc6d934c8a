"""Find the site whose handovers improved most from the first to the second quarter of 2023."""
import pandas as pd

YEAR = 2023
SITES = {
    "STB": "St Brennan",
    "CAS": "Castle Row",
    "HAR": "Harbour General",
    "EAS": "Eastmoor",
}
# Durations are in minutes up to March and in seconds from April on.
SECONDS_SINCE = 4


def read_month(month):
    """Return the site and the minutes of each handover in a month."""
    table = pd.read_csv(
        f"/data/ambulance_handovers/handover_{YEAR}{month:02d}.txt",
        sep="|",
        encoding="latin-1",
    )
    minutes = table["handover"].astype(float)
    if month >= SECONDS_SINCE:
        minutes = minutes / 60
    return pd.DataFrame({"site": table["site"], "minutes": minutes})


def quarter(months):
    """Return the mean minutes per site over the given months."""
    parts = [read_month(month) for month in months]
    rows = pd.concat(parts)
    return rows.groupby("site")["minutes"].mean()


first = quarter((1, 2, 3))
second = quarter((4, 5, 6))
change = (second - first).sort_values()
best = change.index[0]
name = SITES[best]
before, after = first[best], second[best]
print(f"{name}; {before:.2f} min; {after:.2f} min")
