"""Full-load hours of wind and solar plants in 2023."""
import pandas as pd

YEAR = 2023
TECHNOLOGIES = ("wind", "solar")


def read_plants():
    """Return the plants that ran on every day of the year."""
    plants = pd.read_csv(
        "/data/plant_register/plants.csv",
        encoding="utf-8-sig",
        na_values=["n/a"],
    )
    since = pd.to_datetime(plants["since"], format="%d/%m/%Y")
    until = pd.to_datetime(plants["until"], format="%d/%m/%Y")
    started = since <= pd.Timestamp(YEAR, 1, 1)
    running = until.isna() | (until >= pd.Timestamp(YEAR, 12, 31))
    all_year = started & running
    return plants[all_year].set_index("plant")


def read_energy():
    """Return kWh by plant, as metered in the year."""
    parts = []
    for month in range(1, 13):
        path = f"/data/feed_in/{YEAR}/feed_{YEAR}-{month:02d}.csv"
        parts.append(pd.read_csv(path))
    return pd.concat(parts).groupby("plant")["kwh"].sum()


plants = read_plants()
energy = read_energy()
parts = []
for technology in TECHNOLOGIES:
    ours = plants[plants["technology"] == technology]
    hours = energy.reindex(ours.index).sum() / ours["kw"].sum()
    parts.append(f"{hours:.1f} h; {len(ours)}")
answer = "; ".join(parts)
print(answer)
