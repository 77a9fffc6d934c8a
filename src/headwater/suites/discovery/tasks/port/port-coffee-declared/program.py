"""Compute the coffee declared in October and November 2021, using the last version of each declaration."""
import pandas as pd

GOOD = "coffee"
FIRST, LAST = pd.Timestamp("2021-10-01"), pd.Timestamp("2021-11-30")
FORMAT = "%d/%m/%Y"
QUARTERS = ("2021Q4", "2022Q1")


def read_quarter(quarter):
    """Return the declaration versions filed in a quarter."""
    path = f"/data/customs_declarations/declarations_{quarter}.csv"
    table = pd.read_csv(
        path,
        encoding="utf-8-sig",
        dtype={"code": str},
    )
    table["lodged"] = pd.to_datetime(table["lodged"], format=FORMAT)
    return table


def read_codes():
    """Return the old and new codes of the good; codes up to 2021 have no dot."""
    goods = pd.read_csv("/data/goods_codes/goods.csv", dtype=str)
    ours = goods[goods["good"] == GOOD]
    return set(ours["code"]) | set(ours["old_code"])


versions = pd.concat([read_quarter(quarter) for quarter in QUARTERS])
if (versions.groupby("declaration")["lodged"].nunique() > 1).any():
    raise ValueError("a declaration was lodged on two days")
in_period = versions["lodged"].between(FIRST, LAST)
is_good = versions["code"].isin(read_codes())
versions = versions[in_period & is_good]
versions = versions.sort_values(["declaration", "version"])
last = versions.drop_duplicates("declaration", keep="last")
valid = last[last["state"] != "void"]
tonnes = valid["kg"].sum() / 1000
answer = f"{tonnes:.2f} t; {len(valid)}"
print(answer)
