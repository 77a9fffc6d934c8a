"""Find the customer with the highest net billing over four months in which debtor numbers changed."""
import pandas as pd

UNIT = "30"
OLD = {"202205": "L1", "202206": "L1"}
NEW = {"202207": "L1", "202208": "L2"}


def read_text(path):
    """Return a list from the accounts receivable department."""
    return pd.read_csv(path, sep="|", encoding="latin-1")


def read_months(runs, accounts):
    """Return the lines for the given months, each with its debtor's account at the time."""
    frames = []
    for month, run in runs.items():
        path = f"/data/pelikan_ausgang/{UNIT}/{month}_{run}.parquet"
        frames.append(pd.read_parquet(path))
    table = pd.concat(frames, ignore_index=True)
    return table.merge(accounts, on="deb", how="inner")


until_june = read_text("/data/debitoren_nk/zuo_1.csv")
since_july = read_text("/data/debitoren_nk/zuo_3.csv")
lines = pd.concat(
    [
        read_months(OLD, until_june),
        read_months(NEW, since_july),
    ],
    ignore_index=True,
)
lines["net"] = lines["netto"].where(lines["art_bel"] == "RE", -lines["netto"])
by_account = lines.groupby("konto")["net"].sum()
best = by_account.sort_values(ascending=False).index[0]
names = read_text("/data/debitoren_nk/konten.csv").set_index("konto")["name"]
name = names.loc[best]
share = by_account[best] / by_account.sum() * 100
print(f"{name}; {by_account[best]:.2f} GBP; {share:.2f}%")
