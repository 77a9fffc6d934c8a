# %% [markdown]
# # Third-party money 2022
# %%
import duckdb
import pandas as pd

b = pd.concat([pd.read_csv(f"/data/third_party_funds/bookings_2022Q{q}.csv", encoding="utf-8-sig") for q in range(1, 5)])
b.groupby("kind").eur.agg(["count", "sum"]).round(2)
# %%
reg = {x: pd.read_csv(f"/data/project_register/projects_{x}.csv", sep=";", encoding="cp1252") for x in "xyz"}
print((reg["x"].faculty != reg["y"].faculty).sum(), "projects moved;", (reg["x"].funder != reg["z"].funder).sum(), "other funders in the test")
# %% [markdown]
# For 2022: register x (end of 2022).
# %%
x = reg["x"]
r = duckdb.sql("select faculty, funder, sum(eur) as eur, count(distinct project) as n from b join x using (project) where kind = 'expenditure' group by all").df()
e = r[(r.faculty == "ENG") & (r.funder == "industry")]
print(e.eur.round(2).tolist(), e.n.tolist())
# %%
r.pivot_table("eur", "faculty", "funder", "sum").round(0)
# %%
print("share of the research council:", round(r[r.funder == "research council"].eur.sum() / r.eur.sum() * 100, 2), "%")
# %%
plan = pd.read_csv("/data/third_party_funds/forecast/bookings_2022Q1_final.csv")
print("forecast / booked, first quarter:", round(plan.eur.sum() / b[b.booking.str.startswith("2022Q1")].eur.sum(), 4))
