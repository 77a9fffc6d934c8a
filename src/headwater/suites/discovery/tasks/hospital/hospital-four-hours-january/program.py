import pandas as pd

visits = pd.read_csv("/data/ed_submissions/2023/ed_2023_01_resub.csv", encoding="utf-8-sig")
visits = visits[(visits["site"] == "HAR") & (visits["planned"] == 0)]


def stamp(column):
    return pd.to_datetime(visits[column], format="%d/%m/%Y %H:%M")


minutes = (stamp("left") - stamp("arrived")).dt.total_seconds() / 60
print(f"{(minutes <= 240).mean() * 100:.2f}%")
