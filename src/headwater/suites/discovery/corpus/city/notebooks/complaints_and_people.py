# %% [markdown]
# # Complaints for each thousand residents
# %%
import duckdb

con = duckdb.connect()
con.sql("select category, count(*) n from '/data/service_requests_one_row/requests_2022_clean.parquet' group by 1 order by n desc").df()
# %%
import pandas as pd
people = pd.read_csv("/data/population_register/bestand_2022.csv", sep=";", encoding="cp1252")
print(people.residents.sum())
people.groupby("district").residents.sum()
# %%
potholes = con.sql("""
    select district, count(*) n from '/data/service_requests_one_row/requests_2022_clean.parquet'
    where category = 'Pothole' group by 1
""").df().set_index("district").n
rate = potholes / people.groupby("district").residents.sum() * 1000
rate.sort_values(ascending=False).round(2)
# %% [markdown]
# For comparison with main residences alone (workbook), the rates must be a little higher.
# %%
main = pd.read_excel("/data/population_register/hauptwohnung/einwohner_2022_12_31.xlsx", skiprows=1).set_index("district").sum(axis=1)
print("secondary residences:", people.residents.sum() - main.sum())
print((potholes / main * 1000).max().round(3))
# %%
graffiti = con.sql("""
    select avg(case when closed - opened <= interval 14 day then 1 else 0 end) * 100 share, count(*) n
    from '/data/service_requests_one_row/requests_2022_clean.parquet' where category = 'Graffiti'
""").df()
print(graffiti.round(2))
# %%
young = people[people.age.isin(["0-5", "6-9", "10-15", "16-17"])].groupby("district").residents.sum()
share = (young / people.groupby("district").residents.sum() * 100).round(2)
print(share.max(), share.idxmax(), share.min(), share.idxmin())
