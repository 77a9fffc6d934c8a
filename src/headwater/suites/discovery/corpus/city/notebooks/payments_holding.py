# %% [markdown]
# # Who gets our money? Payments 2022 by parent company
# %%
import pandas as pd
from pathlib import Path

root = Path("/data")
ledger = pd.concat(
    [pd.read_csv(root / "supplier_payments" / f"zahlungen_2022_Q{q}.csv", sep=";", decimal=",", encoding="cp1252") for q in range(1, 5)]
)
print(len(ledger), round(ledger.Betrag.sum(), 2))
# %%
ledger.Art.value_counts()
# %% [markdown]
# ST is a reversal, and in 2022 its amount is still positive. So it has to be subtracted.
# %%
ledger["net"] = ledger.Betrag.where(ledger.Art == "ZA", -ledger.Betrag)
print("gross", round(ledger[ledger.Art == "ZA"].Betrag.sum(), 2), "net", round(ledger.net.sum(), 2))
# %%
register = pd.read_csv(root / "supplier_register" / "register_a.txt", sep="|", encoding="latin-1", keep_default_na=False)
register.parent.value_counts()
# %%
merged = ledger.merge(register, left_on="Kreditor", right_on="supplier_id", how="left")
by_parent = merged.groupby("parent").net.sum().round(2)
by_parent
# %%
nordbau = merged[merged.parent == "Nordbau Holding"]
nordbau.groupby("Amt").net.sum().sort_values(ascending=False).round(2)
# %%
print("share of Nordbau:", round(nordbau.net.sum() / merged.net.sum() * 100, 3), "%")
print("largest voucher:", merged.Betrag.max())
# %%
over = ledger[(ledger.Art == "ZA") & (ledger.Betrag >= 5000)]
print(len(over), "payments of 5,000 or more:", round(over.Betrag.sum() / ledger[ledger.Art == "ZA"].Betrag.sum() * 100, 2), "% of the gross amount")
