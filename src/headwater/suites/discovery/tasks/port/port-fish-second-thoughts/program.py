"""Compute the share of fish declarations amended later, and the median time to the first amendment."""
import pandas as pd

GOOD = "fish"
FIRST, LAST = "2022-04-01", "2022-06-30"


def read_code():
    """Return the code used for the good since 2022."""
    codes = pd.read_csv("/data/goods_codes/goods.csv", dtype=str)
    return codes.set_index("good")["code"][GOOD]


def read_quarter(quarter):
    """Return the declaration versions filed in a quarter of 2022."""
    path = f"/data/customs_declarations/declarations_2022Q{quarter}.csv"
    table = pd.read_csv(
        path,
        encoding="utf-8-sig",
        dtype={"code": str},
    )
    for name in ("lodged", "filed"):
        table[name] = pd.to_datetime(
            table[name],
            format="%d/%m/%Y",
        )
    return table


rows = pd.concat([read_quarter(quarter) for quarter in (2, 3)])
if (rows.groupby("declaration")["lodged"].nunique() > 1).any():
    raise ValueError("a declaration was lodged on two days")
asked = rows[(rows["lodged"] >= FIRST) & (rows["lodged"] <= LAST)]
versions = asked[asked["code"] == read_code()].groupby("declaration")["version"]
if (versions.max() > versions.size()).any():
    raise ValueError("a version is missing")
rows = rows[(rows["code"] == read_code()) & rows["lodged"].between(FIRST, LAST)]
count = rows["declaration"].nunique()
later = rows[rows["version"] > 1].sort_values("version")
changed = later.drop_duplicates("declaration")
share = len(changed) / count * 100
days = (changed["filed"] - changed["lodged"]).dt.days
parts = [f"{share:.2f}%", f"{days.median():.1f} days"]
print("; ".join(parts))
