# %% [markdown]
# # Full-load hours 2023
# By RL 8-03 in its second version.
# %%
import duckdb
import pandas as pd

energy = duckdb.sql("""
    select plant, kwh, cast(regexp_extract(filename, '-(\\d\\d)\\.csv', 1) as int) as month
    from read_csv('/data/feed_in/2023/feed_2023-*.csv', filename=true, types={'kwh': 'double'})
""").df()
print(len(energy), energy.kwh.sum())
# %%
nl = pd.read_csv("/data/feed_in/2023/nachlieferung/nl_2311.csv", sep=";")
nl = nl.groupby("anlage").arbeit.sum().rename_axis("plant").reset_index(name="kwh").assign(month=11)
energy = pd.concat([energy[(energy.month != 11) | ~energy.plant.isin(nl.plant)], nl])
energy.groupby("month").plant.nunique()
# %% [markdown]
# C 2023-05 without the three that C 2023-08 takes back. E1905 and E1933 are numbers of that time.
# %%
doubled = "E1171 E1262 E1390 E1439 E1449 E1459 E1629 E1738 E1743 E1905 E1933".split()
energy.loc[energy.plant.isin(doubled) & (energy.month <= 4), "kwh"] *= 2
new = pd.read_csv("/data/plant_register/renumbered.csv").set_index("old").new
for _ in range(2):
    energy["plant"] = energy.plant.map(new).fillna(energy.plant)
plants = pd.read_csv("/data/plant_register/plants.csv", encoding="utf-8-sig")
plants["since"] = pd.to_datetime(plants.since, format="%d/%m/%Y")
plants["until"] = pd.to_datetime(plants.until, format="%d/%m/%Y")
energy = energy.merge(plants[["plant", "region"]], on="plant")
energy.loc[(energy.region == "UPL") & energy.month.between(7, 9), "kwh"] *= 1000
energy.pivot_table(index="region", columns="month", values="kwh", aggfunc="sum").round(0)
# %%
stops = pd.read_csv("/data/plant_register/standstills.csv", encoding="utf-8-sig")
stops["from"] = pd.to_datetime(stops["from"], format="%d/%m/%Y")
stops["to"] = pd.to_datetime(stops["to"], format="%d/%m/%Y")
stood = stops[(stops["from"] <= "2023-12-31") & (stops["to"] >= "2023-01-01")].plant
ok = plants[(plants.since <= "2023-01-01") & (plants.until.isna() | (plants.until >= "2023-12-31"))]
ok = ok[~ok.plant.isin(stood)]
changes = pd.read_csv("/data/plant_register/power_changes.csv", parse_dates=["since"])
steps = pd.concat([ok[["plant", "kw"]].assign(since=pd.Timestamp("2023-01-01")), changes[changes.plant.isin(ok.plant)]])
steps = steps[steps.since < "2024-01-01"].sort_values(["plant", "since"])
steps["days"] = (steps.groupby("plant").since.shift(-1).fillna(pd.Timestamp("2024-01-01")) - steps.since).dt.days
kw = (steps.kw * steps.days).groupby(steps.plant).sum() / 365
# %%
lost = duckdb.sql("""
    select plant, sum(cast(replace(lost_mwh, ',', '.') as double)) * 1000 as kwh
    from read_csv('/data/feed_in_orders/orders_2023Q*_agreed.csv', delim=';', all_varchar=true) group by 1
""").df()
total = pd.concat([energy, lost]).groupby("plant").kwh.sum()
g = ok.set_index("plant").assign(kwh=total, mean_kw=kw).groupby("technology").agg(kwh=("kwh", "sum"), kw=("mean_kw", "sum"), n=("kw", "size"))
g["hours"] = (g.kwh / g.kw).round(1)
g
# %%
modules = pd.read_csv("/data/plant_register/plants_v2.csv", encoding="utf-8-sig")
print("solar, modules / connection:", round(modules[modules.technology == "solar"].kw.sum() / plants[plants.technology == "solar"].kw.sum(), 4))
# %%
adv = duckdb.sql("select sum(kwh) from read_csv('/data/feed_in/2023/advance/*.csv', delim=';')").df().iloc[0, 0]
print("advance payments were for", round(adv / energy.kwh.sum() * 100, 2), "% of what was metered")
