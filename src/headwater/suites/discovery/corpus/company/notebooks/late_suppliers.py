# %% [markdown]
# # Who was late? Orders of November and December 2022
#
# Version 2: the delivery that completes the line, more than three days after the promise.
# %%
import pandas as pd

io = pd.concat([pd.read_csv(f"/data/inkoop_orders/io_{m}.csv", encoding="utf-8-sig") for m in ["202211", "202212"]])
io["toegezegd"] = pd.to_datetime(io.toegezegd, format="%d/%m/%Y")
print(len(io), (io.st == "V").sum())
io = io[io.st == "A"]
# %%
names = ["na/dec_06", "go_202212", "go_202301", "go_202302"]
go = pd.concat([pd.read_parquet(f"/data/goederen_ontvangst/{n}.parquet") for n in names])
nov = pd.read_parquet("/data/goederen_ontvangst/na/dec_06.parquet")
print(len(nov), nov.aantal.sum(), "in November (the auditors have the same)")
# %%
last = go.groupby(["ponr", "regel"]).datum.max().rename("came")
io = io.merge(last, on=["ponr", "regel"], how="left")
io["late"] = (io.came - io.toegezegd).dt.days > 3
io.late.mean().round(4)
# %%
by = io.groupby("lev").late.agg(["mean", "size"])
lv = pd.read_csv("/data/leveranciers_lijst/lv_2022b.csv", sep=";", encoding="cp1252").set_index("lev").naam
top = by[by["size"] >= 10].sort_values("mean").tail(5)
top.assign(naam=top.index.map(lv)).round(3)
# %%
print("worst share:", round(top["mean"].max() * 100, 2), "late lines:", io.late.sum())
