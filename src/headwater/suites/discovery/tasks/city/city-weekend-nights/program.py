"""Count the accidents on weekend nights in two years, and compute the share of serious and fatal ones."""
import pandas as pd

BAD = {2020: (1, 2), 2021: (3, 4)}
EVENINGS = (4, 5)
FOLDER = "/data/road_accidents/"


def read_year(year):
    """Return the accidents in the final file of a year."""
    path = f"{FOLDER}accidents_{year}_b.csv"
    return pd.read_csv(
        path,
        parse_dates=["time"],
    )


def in_weekend_nights(accidents):
    """Return accidents between 22:00 on a Friday or Saturday and 05:00 on the next day."""
    hour = accidents["time"].dt.hour
    is_night = (hour >= 22) | (hour < 5)

    # Subtracting five hours assigns an entire night to the date on which it began.
    evening = accidents["time"] - pd.Timedelta(hours=5)
    is_weekend = evening.dt.dayofweek.isin(EVENINGS)
    return accidents[is_night & is_weekend]


parts = []
for year, codes in BAD.items():
    accidents = read_year(year)
    nights = in_weekend_nights(accidents)
    is_bad = nights["category"].isin(codes)
    share = is_bad.mean() * 100
    parts.append(f"{len(nights)}")
    parts.append(f"{share:.2f}%")
answer = "; ".join(parts)
print(answer)
