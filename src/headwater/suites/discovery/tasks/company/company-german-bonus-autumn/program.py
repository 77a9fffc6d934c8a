"""Sum the bonus for three months from all payrolls that can contain it, using the wage types valid then."""
import pandas as pd

FOR = ("2022-10", "2022-11", "2022-12")
KIND = "Bonus"


def read_kind(path):
    """Return the number of the wage type in a list."""
    table = pd.read_csv(path)
    return int(table.loc[table["text"] == KIND, "lart"].iloc[0])


def paid(table, kind):
    """Return the amount paid for the three months, in cents."""
    chosen = (table["lart"] == kind) & table["fuer"].isin(FOR)
    return table.loc[chosen, "betrag"].sum()


# A bonus is paid one to four months after the month to which it relates.
old = read_kind("/data/lohn_arten/la_2022.csv")
january = read_kind("/data/lohn_arten/la_2023.csv")
new = read_kind("/data/lohn_arten/la_2023n.csv")
cents = 0
cents += paid(pd.read_parquet("/data/lohn_journal/10/202211.parquet"), old)
cents += paid(pd.read_parquet("/data/lohn_journal/10/202212.parquet"), old)
cents += paid(pd.read_parquet("/data/lohn_journal/10/202301.parquet"), january)
cents += paid(pd.read_parquet("/data/lohn_journal/10/202302.parquet"), new)
march = pd.read_csv(
    "/data/lohn_journal/dienstleister/dl_0404_c.csv",
    sep="|",
    encoding="latin-1",
)
cents += paid(march, new)
cents += paid(pd.read_parquet("/data/lohn_journal/10/202304.parquet"), new)
euros = cents / 100
answer = f"{euros:.2f} EUR"
print(answer)
