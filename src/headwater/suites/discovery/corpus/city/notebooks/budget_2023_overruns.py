# %% [markdown]
# # Budget 2023: plan, supplementary budgets, accounts
# %%
import pandas as pd

year = 2023
base = f"/data/city_budgets/{year}"
plan = pd.read_excel(f"{base}/budget_{year}.xlsx", skiprows=1)
print(plan.kEUR.sum())
plan.head()
# %%
first = pd.read_csv(f"{base}/nachtrag_1.csv", sep=";", encoding="cp1252")
second = pd.read_csv(f"{base}/nachtrag_2.csv", sep=";", encoding="cp1252")
print(len(first), len(second), first.change_EUR.sum())
# %% [markdown]
# Careful: the first one has changes in EUR, the second one new totals in kEUR (README).
# %%
plan["product"] = plan["product"].astype(int)
p = plan.set_index("product")
amended = p.kEUR.astype(float).add(first.set_index("product").change_EUR / 1000, fill_value=0)
amended.update(second.set_index("product").new_total_kEUR)
print(round(amended.sum(), 1), "kEUR after both supplementary budgets")
# %%
accounts = pd.read_json(f"/data/annual_accounts/accounts_{year}_rpa.json").astype({"product": int}).set_index("product")
excess = ((accounts.expenditure_kEUR / amended - 1) * 100).sort_values(ascending=False)
table = excess.round(2).to_frame("percent").join(p.name)
table.head(8)
# %%
print((excess > 0).sum(), "products exceed their plans")
print("all products together:", round((accounts.expenditure_kEUR.sum() / amended.sum() - 1) * 100, 3), "%")
# %%
treasury = pd.read_csv(f"/data/annual_accounts/accounts_{year}.csv").set_index("product").expenditure
print("audit changed the total by", round(accounts.expenditure_kEUR.sum() - treasury.sum() / 1000, 1), "kEUR")
