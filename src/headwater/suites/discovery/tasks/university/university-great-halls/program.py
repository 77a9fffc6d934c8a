"""Find the time block with the fewest sessions in great halls."""
import pandas as pd

FOLDER = "/data/lecture_rooms/"
WEEKS = (42, 43, 44, 45)
LEAST = 300


def read_week(week):
    """Return the sessions of a week by room and block."""
    path = f"{FOLDER}use/use_2023w{week}.csv"
    table = pd.read_csv(
        path,
        encoding="utf-8-sig",
    )
    return table


def read_halls():
    """Return the rooms with enough seats."""
    rooms = pd.read_csv("/data/lecture_rooms/rooms.csv")
    is_great = rooms["seats"] >= LEAST
    return rooms.loc[is_great, "room"]


halls = read_halls()
use = pd.concat([read_week(week) for week in WEEKS])
in_halls = use[use["room"].isin(halls)]
sessions = in_halls.groupby("block")["booked"].sum()
ranked = sessions.sort_values()
block = ranked.index[0]
count = ranked.iloc[0]
parts = [
    str(block),
    str(count),
    str(len(halls)),
]
print("; ".join(parts))
