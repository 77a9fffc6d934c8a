# %% [markdown]
# # Who was late? Orders of November and December 2022
#
# Version 2 for November: all pieces, more than three days after the promise. Version 3 for December: two thirds of the
# pieces, after the second working day.
# %%
import pandas as pd

io = pd.concat([pd.read_csv(f"/data/inkoop_orders/io_{m}.csv", encoding="utf-8-sig") for m in ["202211", "202212"]])
io["toegezegd"] = pd.to_datetime(io.toegezegd, format="%d/%m/%Y")
io["datum"] = pd.to_datetime(io.datum, format="%d/%m/%Y")
print(len(io), (io.st == "V").sum())
io = io[io.st == "A"].set_index(["ponr", "regel"])
# %%
names = ["na/dec_06", "go_202212", "go_202301", "go_202302"]
go = pd.concat([pd.read_parquet(f"/data/goederen_ontvangst/{n}.parquet") for n in names]).set_index("gonr")
nov = pd.read_parquet("/data/goederen_ontvangst/na/dec_06.parquet")
print(len(nov), nov.aantal.sum(), "in November (the auditors have the same)")
# %%
right = pd.read_csv("/data/goederen_ontvangst/herstel/gh_winter.csv", parse_dates=["datum"]).set_index("gonr")
go.update(right)
go = go.sort_values("datum")
go["share"] = go.groupby(["ponr", "regel"]).aantal.cumsum() / io.aantal.reindex(pd.MultiIndex.from_frame(go[["ponr", "regel"]])).to_numpy()
print("booked late:", go.index.isin(right.index).sum())
# %%
came = pd.DataFrame({
    "all": go[go.share >= 1].groupby(["ponr", "regel"]).datum.min(),
    "most": go[go.share > 0.6666].groupby(["ponr", "regel"]).datum.min(),
}).reindex(io.index).fillna(pd.Timestamp("2099-01-01"))
moved = pd.read_csv("/data/inkoop_orders/verzet_2022.csv", sep=";")
moved[["op", "toegezegd"]] = moved[["op", "toegezegd"]].apply(pd.to_datetime, format="%d.%m.%Y")
ours = moved[moved.vraag == "N"].sort_values("op").groupby(["ponr", "regel"]).toegezegd.last()
due = ours.reindex(io.index).fillna(io.toegezegd)
due[(due >= "2022-12-24") & (due <= "2023-01-02")] = pd.Timestamp("2023-01-03")
# %%
is_december = io.datum >= "2022-12-01"
late = (came["all"] - due).dt.days > 3
io["late"] = late.where(~is_december, came["most"] > due + pd.offsets.BDay(2))
io.groupby(is_december).late.mean().round(4)
# %% [markdown]
# Hansa Components belongs to Kiruna Components since 1 December; the other takeovers are older, or come later.
# %%
for row in pd.read_csv("/data/leveranciers_lijst/overnames.csv", sep=";").itertuples():
    since = pd.to_datetime(row.vanaf, format="%d.%m.%Y")
    io.loc[(io.lev == row.lev) & (io.datum >= since), "lev"] = row.overgenomen_door
by = io.groupby("lev").late.agg(["mean", "size"])
lv = pd.read_csv("/data/leveranciers_lijst/lv_2022b.csv", sep=";", encoding="cp1252").set_index("lev").naam
top = by[by["size"] >= 10].sort_values("mean").tail(5)
print("worst share:", round(top["mean"].max() * 100, 2), "late lines:", io.late.sum(), lv[top.index[-1]])
# %%
top.assign(naam=top.index.map(lv)).round(3)
