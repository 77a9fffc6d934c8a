"""Compute the share of lecture-room seats occupied over four weeks, and find the fullest room."""
import pandas as pd

WEEKS = (43, 44, 45, 46)


def read_week(week):
    """Return the booked sessions of a week and their attendance."""
    table = pd.read_csv(f"/data/lecture_rooms/use/use_2023w{week}.csv", encoding="utf-8-sig")
    return table[["room", "booked", "attended"]]


def read_seats():
    """Return the number of seats in each room."""
    rooms = pd.read_csv("/data/lecture_rooms/rooms.csv")
    return rooms.set_index("room")["seats"]


use = pd.concat([read_week(week) for week in WEEKS])
seats = read_seats()
use["seats"] = use["room"].map(seats)

if (use["attended"] > use["seats"]).any():
    raise ValueError("a room has fewer seats than people")

# A row stands for several sessions, and each session offers all seats of the room.
use["taken"] = use["booked"] * use["attended"]
use["offered"] = use["booked"] * use["seats"]
columns = ["taken", "offered"]
by_room = use.groupby("room")[columns].sum()
shares = by_room["taken"] / by_room["offered"] * 100
ranked = shares.sort_values()
fullest = ranked.index[-1]
highest = ranked.iloc[-1]

total = by_room.sum()
overall = total["taken"] / total["offered"] * 100
parts = [
    fullest,
    f"{highest:.2f}%",
    f"{overall:.2f}%",
]
answer = "; ".join(parts)
print(answer)
