"""Find the department with the highest net payments to companies of Nordbau Holding in 2022."""
import pandas as pd

PARENT = "Nordbau Holding"
QUARTERS = (1, 2, 3, 4)


def read_ledger():
    """Return the vouchers of the year."""
    parts = []
    for quarter in QUARTERS:
        path = f"/data/supplier_payments/zahlungen_2022_Q{quarter}.csv"
        part = pd.read_csv(path, sep=";", decimal=",", encoding="cp1252")
        parts.append(part)
    ledger = pd.concat(parts, ignore_index=True)
    ledger["Betrag"] = ledger["Betrag"].astype(float)
    return ledger


def subsidiaries():
    """Return the ids of the holding's companies as of the end of 2022."""
    register = pd.read_csv(
        "/data/supplier_register/register_a.txt",
        sep="|",
        encoding="latin-1",
        keep_default_na=False,
    )
    ours = register["parent"] == PARENT
    return set(register.loc[ours, "supplier_id"])


ledger = read_ledger()
# Until the end of 2022, reversals have positive amounts.
is_reversal = ledger["Art"] == "ST"
ledger.loc[is_reversal, "Betrag"] *= -1
ledger = ledger[ledger["Kreditor"].isin(subsidiaries())]
net = ledger.groupby("Amt")["Betrag"].sum()
ranked = net.sort_values(ascending=False)
department, amount = ranked.index[0], ranked.iloc[0]
print(f"{department}; {amount:.2f} EUR")
