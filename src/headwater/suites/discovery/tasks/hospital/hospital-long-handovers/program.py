"""Count the handovers at St Brennan that took more than 30 minutes in the first half of 2023."""
import pandas as pd

SITE = "STB"
LIMIT = 30


def read_month(month):
    """Return the handover durations of a month in minutes; the files contain seconds from April 2023 on."""
    handovers = pd.read_csv(
        f"/data/ambulance_handovers/handover_2023{month:02d}.txt",
        sep="|",
        encoding="latin-1",
        na_values=["NULL"],
    )
    in_minute = 60 if month >= 4 else 1
    minutes = handovers["handover"] / in_minute
    is_here = handovers["site"] == SITE
    return minutes[is_here]


def is_long(months):
    """Return a mask of the long handovers in several months."""
    parts = []
    for month in months:
        minutes = read_month(month)
        parts.append(minutes)
    every = pd.concat(parts)
    return every > LIMIT


winter = is_long((1, 2, 3))
spring = is_long((4, 5, 6))
first = winter.mean() * 100
second = spring.mean() * 100
count = int(winter.sum() + spring.sum())
answer = f"{second - first:+.2f}; {count}"
print(answer)
