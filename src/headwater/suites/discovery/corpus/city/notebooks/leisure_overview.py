# %% [markdown]
# # Leisure: libraries, pools, museums, theatre
#
# Monthly totals of everything that counts visitors, for the culture committee. I take the Parquet files because they are
# quick to read - see the remark at the end.
# %%
from pathlib import Path
import pandas as pd

DATA = Path("/data")
sets = {"library_loans": "loans", "library_visits": "visits", "pool_admissions": "admissions", "museum_visitors": "visitors", "theatre_audience": "audience"}
tables = {}
for name, value in sets.items():
    path = next((DATA / name).glob("*.parquet"))
    t = pd.read_parquet(path)
    tables[name] = t.groupby(t.ts.dt.to_period("M"))[value].sum()
    print(name, path.name, len(t))
# %%
wide = pd.DataFrame(tables)
wide.tail(12)
# %%
year = wide.groupby(wide.index.year).sum()
(year.loc[2023] / year.loc[2022] * 100 - 100).round(2)
# %%
wide.corr().round(3)
# %% [markdown]
# Remark: only the pools have their corrections in the Parquet file. For the museums the yearly CSV files are right, for the
# loans the files of the branches.
# %%
m = pd.read_csv(DATA / "museum_visitors" / "besuche_2023.csv", sep=";", encoding="cp1252")
day = pd.to_datetime(m.date, format="%d.%m.%Y")
art = m[(m.museum == "Art gallery") & day.between("2023-03-18", "2023-06-25")]
print("exhibition:", art.visitors.sum(), "a day:", round(art.visitors.mean(), 1))
# %%
p = pd.read_parquet(DATA / "pool_admissions" / "pools.parquet")
kanal = p[p.code == "P026"].set_index("ts").admissions
print("Kanalbad June and July 2023:", kanal["2023-06":"2023-07"].sum(), "in 2022:", kanal["2022-06":"2022-07"].sum())
# %%
loans = pd.concat([pd.read_csv(f).assign(code=f.stem) for f in sorted((DATA / "library_loans" / "branches").glob("*.csv"))])
print(loans.groupby("code").loan.sum())
