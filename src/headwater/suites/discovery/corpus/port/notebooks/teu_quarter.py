# %% [markdown]
# # TEU, second quarter of 2023
# %%
import duckdb

q = """
select regexp_extract(filename, '/(C[EW])/', 1) as terminal, move, is_full, feet, sum(boxes) as boxes
from read_parquet(['/data/container_moves/CE/moves_2023-0[456].parquet', '/data/container_moves/CW/moves_2023-0[456].parquet'], filename=true)
group by all
"""
t = duckdb.sql(q).df()
t.groupby(["terminal", "move"]).boxes.sum()
# %%
t["teu"] = t.boxes * t.feet.map({20: 1, 40: 2, 45: 2})
print("with restows", t.groupby("terminal").teu.sum().to_dict())
# %% [markdown]
# Throughput has no restows.
# %%
ok = t[t.move != "restow"]
print(ok.groupby("terminal").teu.sum().astype(int).to_dict())
# %%
print("empty:", round(ok[ok.is_full == 0].teu.sum() / ok.teu.sum() * 100, 2), "%")
# %%
print("TEU for each box:", round(ok.teu.sum() / ok.boxes.sum(), 4))
# %%
tr = ok[ok.move.str.startswith("transshipment")].groupby("terminal").teu.sum() / ok.groupby("terminal").teu.sum() * 100
tr.round(2)
