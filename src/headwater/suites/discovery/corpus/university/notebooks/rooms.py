# %% [markdown]
# # Are the lecture rooms full?
# %%
import pandas as pd

rooms = pd.read_csv("/kaggle/input/lecture_rooms/rooms.csv").set_index("room").seats
u = pd.concat([pd.read_csv(f"/kaggle/input/lecture_rooms/use/use_2023w{w}.csv", encoding="utf-8-sig").assign(week=w) for w in (43, 44, 45, 46)])
print(len(rooms), rooms.sum(), u.booked.sum())
# %% [markdown]
# Every session counts with all seats of its room, so I weight with `booked`.
# %%
u["seats"] = u.room.map(rooms)
g = u.assign(t=u.booked * u.attended, o=u.booked * u.seats).groupby("room")[["t", "o"]].sum()
occ = (g.t / g.o * 100).sort_values()
print(occ.index[-1], round(occ.iloc[-1], 2), round(g.t.sum() / g.o.sum() * 100, 2))
# %%
occ.round(1).head(5)
# %%
print("blocks without a session:", round((u.booked == 0).mean() * 100, 2), "%")
# %%
u.groupby("block").booked.sum()
# %%
old = pd.read_csv("/kaggle/input/lecture_rooms/rooms_2021.csv")
print("seats at a distance", old.seats.sum())
