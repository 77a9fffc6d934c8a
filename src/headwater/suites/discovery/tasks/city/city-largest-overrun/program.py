"""Find the product whose audited expenditure in 2023 exceeds its amended plan by the largest percentage."""
import pandas as pd


def adopted_plan():
    """Return the adopted plan in kEUR and the product names."""
    sheet = pd.read_excel("/data/city_budgets/2023/budget_2023.xlsx", skiprows=1)
    sheet["product"] = sheet["product"].astype(int)
    sheet = sheet.set_index("product")
    return sheet["kEUR"].astype(float), sheet["name"]


def supplementary(name, column):
    """Return a column of a supplementary budget, indexed by product."""
    table = pd.read_csv(
        f"/data/city_budgets/2023/{name}",
        sep=";",
        decimal=",",
        encoding="cp1252",
    )
    table["product"] = table["product"].astype(int)
    return table.set_index("product")[column].astype(float)


plan, names = adopted_plan()

# The first supplementary budget contains changes in EUR, and the second contains new totals in kEUR.
first_changes = supplementary("nachtrag_1.csv", "change_EUR") / 1000
second_totals = supplementary("nachtrag_2.csv", "new_total_kEUR")
plan = plan.add(first_changes, fill_value=0)
plan.update(second_totals)

accounts = pd.read_json("/data/annual_accounts/accounts_2023_rpa.json", dtype={"product": int})
accounts["product"] = accounts["product"].astype(int)
spent = accounts.set_index("product")["expenditure_kEUR"]

excess = (spent / plan - 1) * 100
over = int((excess > 0).sum())
ranked = excess.sort_values(ascending=False)
product = ranked.index[0]
name = names.loc[product]
print(f"{name}; {ranked.iloc[0]:.2f}%; {over}")
