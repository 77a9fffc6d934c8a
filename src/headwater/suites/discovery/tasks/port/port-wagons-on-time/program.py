import pandas as pd

GRACE = pd.Timedelta(minutes=15)


def read_month(month):
    """Return the scheduled trains of a month."""
    trains = pd.read_csv(f"/data/rail_trains/trains_2022-{month}.csv", sep=";", encoding="cp1252")
    for name in ("planned", "actual"):
        trains[name] = pd.to_datetime(trains[name], format="%d.%m.%Y %H:%M")
    return trains


trains = pd.concat([read_month(month) for month in (10, 11, 12)])
is_cancelled = trains["actual"].isna()
ran = trains[~is_cancelled]
is_on_time = ran["actual"] - ran["planned"] <= GRACE
share = ran.loc[is_on_time, "wagons"].sum() / ran["wagons"].sum() * 100
print(f"{share:.2f}%; {is_cancelled.sum()}")
