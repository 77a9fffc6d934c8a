# %% [markdown]
# # Coffee in customs declarations, autumn 2021
# %%
from pathlib import Path
import pandas as pd

base = Path("/kaggle/input/customs_declarations")
d = pd.concat([pd.read_csv(base / f"declarations_{q}.csv", encoding="utf-8-sig", dtype={"code": str}) for q in ("2021Q4", "2022Q1")])
print(len(d))
d.code.value_counts()
# %% [markdown]
# Codes with and without dot: since 2022 with. I need both.
# %%
goods = pd.read_csv("/kaggle/input/goods_codes/goods.csv", dtype=str)
goods
# %%
names = dict(zip(goods.code, goods.good)) | dict(zip(goods.old_code, goods.good))
d["good"] = d.code.map(names)
d["lodged"] = pd.to_datetime(d.lodged, format="%d/%m/%Y")
p = d[d.lodged.between("2021-10-01", "2021-11-30")]
p.groupby("version").size()
# %%
last = p.sort_values("version").drop_duplicates("declaration", keep="last")
valid = last[last.state != "void"]
valid.groupby("good").kg.agg(["count", "sum"])
# %%
coffee = valid[valid.good == "coffee"]
print(round(coffee.kg.sum() / 1000, 2), "t in", len(coffee))
# %%
first = p[(p.version == 1) & (p.good == "coffee")]
print("first versions:", round(first.kg.sum() / 1000, 2), "t in", len(first))
