# %% [markdown]
# # Full-load hours 2023
# %%
import duckdb
import pandas as pd

energy = duckdb.sql("select plant, sum(kwh) as kwh, count(*) as n_months from read_csv('/data/feed_in/2023/feed_2023-*.csv') group by 1").df()
print(len(energy), energy.kwh.sum())
# %%
plants = pd.read_csv("/data/plant_register/plants.csv", encoding="utf-8-sig")
plants["since"] = pd.to_datetime(plants.since, format="%d/%m/%Y")
plants["until"] = pd.to_datetime(plants.until, format="%d/%m/%Y")
plants.groupby("technology").kw.agg(["count", "sum"]).round(1)
# %% [markdown]
# Only plants that ran on every day. First I took all with twelve months, but a plant that starts on 20 January has twelve
# months, too.
# %%
ok = plants[(plants.since <= "2023-01-01") & (plants.until.isna() | (plants.until >= "2023-12-31"))]
m = ok.merge(energy, on="plant")
g = m.groupby("technology").agg(kwh=("kwh", "sum"), kw=("kw", "sum"), n=("plant", "size"))
g["hours"] = (g.kwh / g.kw).round(1)
g
# %%
modules = pd.read_csv("/data/plant_register/plants_v2.csv", encoding="utf-8-sig")
print("solar, modules / connection:", round(modules[modules.technology == "solar"].kw.sum() / plants[plants.technology == "solar"].kw.sum(), 4))
# %%
adv = duckdb.sql("select sum(kwh) from read_csv('/data/feed_in/2023/advance/*.csv', delim=';')").df().iloc[0, 0]
print("advance payments were for", round(adv / energy.kwh.sum() * 100, 2), "% of what was metered")
