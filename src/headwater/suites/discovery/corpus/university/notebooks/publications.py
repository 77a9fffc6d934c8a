# %% [markdown]
# # Publications 2022: two sources
# %%
import pandas as pd

own = pd.read_json("/data/publication_lists/repository_2022.jsonl", lines=True)
idx = pd.read_json("/data/publication_lists/index_2022.jsonl", lines=True)
print(len(own), len(idx), idx.doi.duplicated().sum(), len(set(own.doi) & set(idx.doi)))
# %% [markdown]
# No DOI in common? The index writes capitals.
# %%
for t in (own, idx):
    t["key"] = t.doi.str.lower()
both = pd.concat([own, idx]).drop_duplicates("key")
print(len(both), len(set(own.key) & set(idx.key)))
# %%
med = both[both.faculty == "MED"]
print(len(med), round(med.open_access.mean() * 100, 2), (~med.key.isin(own.key)).sum())
# %%
both.groupby("faculty").open_access.agg(["size", "mean"]).round(4)
# %%
print("estimate of what both miss (Lincoln-Petersen):", round(own.key.nunique() * idx.key.nunique() / len(set(own.key) & set(idx.key)) - len(both), 1))
# %%
rep = pd.read_csv("/data/publication_lists/reports/list_2022_final.csv", encoding="utf-8-sig")
print("annual report:", len(rep), rep.faculty.nunique(), "faculties")
