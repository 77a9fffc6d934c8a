# %% [markdown]
# # Line T2 before and after the new network
#
# Line 4 became T2 on 11 December 2022.
# %%
import pandas as pd

numbers = pd.read_csv("/data/transit_expansion/line_numbers.txt", sep="\t", encoding="utf-16", dtype=str)
numbers
# %%
taps = pd.concat([pd.read_parquet(f"/data/transit_taps/taps_2022_{m}.parquet") for m in (10, 11, 12)])
taps[taps.line.isin(["4", "T2"])].groupby("line").taps.agg(["sum", "count"])
# %%
factors = pd.read_csv("/data/transit_expansion/expansion_2022.csv", sep=";", decimal=",", encoding="cp1252", dtype={"line": str})
spring = pd.read_csv("/data/transit_expansion/expansion_2022_spring.csv", sep=";", decimal=",", encoding="cp1252", dtype={"line": str})
print(factors.factor.mean().round(4), spring.factor.mean().round(4))
# %% [markdown]
# The spring survey is only the first estimate. I use the autumn file, with old numbers.
# %%
t2 = taps[taps.line.isin(["4", "T2"])].copy()
t2["kind"] = t2.day.dt.dayofweek.ge(5).map({True: "weekend", False: "weekday"})
f = factors[factors.line == "4"].set_index("day_kind").factor
t2["passengers"] = t2.taps * t2.kind.map(f)
t2.groupby("kind").passengers.sum().round()
# %%
daily = t2.groupby(["day", "kind"]).passengers.sum().reset_index()
daily.groupby("kind").passengers.mean().round(1)
# %%
ratio = t2[t2.day >= "2022-12-11"].taps.mean() / t2[t2.day < "2022-12-11"].taps.mean()
print("new / old:", round(ratio, 4))
