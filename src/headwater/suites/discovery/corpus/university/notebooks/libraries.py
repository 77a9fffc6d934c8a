# %% [markdown]
# # Libraries: entries, loans, downloads
# %%
import pandas as pd

e = pd.read_parquet("/data/library_entries/entries_old.parquet")
e.groupby([e.ts.dt.year, "code"]).entries.sum().unstack()
# %%
law = e[(e.code == "L019") & e.ts.between("2023-01-09", "2023-04-30")].entries.sum()
print("law library:", law)
# %%
loans = pd.read_csv("/data/book_loans/loans_L033.csv", encoding="utf-8-sig")
day = pd.to_datetime(loans.day, format="%d/%m/%Y")
print("science:", loans[day.between("2022-10-01", "2023-03-31")].loan.sum())
# %% [markdown]
# First published values still have the renewals:
# %%
first = pd.read_parquet("/data/book_loans/loans.parquet")
print(first[(first.code == "L033") & first.ts.between("2022-10-01", "2023-03-31")].loans.sum())
# %%
j = pd.read_csv("/data/e_journals/journals_2023.csv", encoding="utf-8-sig")
print(j.groupby("publisher").downloads.sum().to_dict())
# %%
print("entries for each loan:", round(e[e.ts.dt.year == 2023].entries.sum() / first[first.ts.dt.year == 2023].loans.sum(), 3))
