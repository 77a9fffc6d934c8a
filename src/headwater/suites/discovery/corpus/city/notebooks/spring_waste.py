# %% [markdown]
# # Organic waste in spring 2023 (scale 2 was wrong)
# %%
import pandas as pd
kw = dict(sep=";", decimal=",", encoding="cp1252")
t = pd.concat([pd.read_csv(f"/data/weighbridge_tickets/2023/wiegescheine_{m:02d}.csv", **kw) for m in (3, 4, 5)])
t["net"] = t.gross_kg - t.tare_kg
t.groupby("scale").net.mean().round(1)
# %% [markdown]
# Scale 2 is lower. There are replacement tickets, and file b is the one in force.
# %%
b = pd.read_csv("/data/weighbridge_tickets/ersatz/ersatz_b.csv", **kw)
print(len(b), "replaced")
both = pd.concat([t[~t.ticket.isin(b.ticket)], b])
both["net"] = both.gross_kg - both.tare_kg
print(len(both) == len(t))
# %%
ok = both[both.cancelled == 0].copy()
ok["month"] = pd.to_datetime(ok.time, format="%d.%m.%Y %H:%M").dt.month
(ok.pivot_table("net", "kind", "month", "sum") / 1000).round(1)
# %%
organic = ok[ok.kind == "organic"].groupby("month").net.sum() / 1000
print(organic.round(1).tolist(), "t")
# %%
before = t[(t.cancelled == 0) & (t.kind == "organic")].net.sum() / 1000
print("difference to the wrong tickets", round(organic.sum() - before, 1), "t")
# %%
balance = pd.read_csv("/data/waste_balance/waste_balance_2023.csv")
balance
