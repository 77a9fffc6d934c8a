# %% [markdown]
# # Street lights in June: how long did it take?
#
# The exports overlap. I keep the last row for each request.
# %%
import pandas as pd

frames = []
for m in range(6, 13):
    frames.append(pd.read_csv(f"/data/service_requests_exports/2023/export_2023{m:02d}.csv", parse_dates=["opened", "closed", "changed"]))
states = pd.concat(frames, ignore_index=True)
states.shape
# %%
june = states[(states.opened >= "2023-06-01") & (states.opened < "2023-07-01")]
print(june.request.nunique(), "requests,", len(june), "rows")
# %%
last = june.sort_values("changed").groupby("request").tail(1)
last.category.value_counts()
# %% [markdown]
# Two kinds of codes! The ticket system changed on 1 July. There is a list.
# %%
codes = pd.read_csv("/data/service_request_categories/categories.csv")
names = dict(zip(codes.code, codes.name)) | dict(zip(codes.old_code, codes.name))
last = last.assign(name=last.category.map(names))
last.name.value_counts()
# %%
lights = last[last.name == "Street light"]
closed = lights[lights.status == "closed"]
days = (closed.closed - closed.opened).dt.total_seconds() / 86400
print(len(lights), "lights, median", round(days.median(), 2), "days, mean", round(days.mean(), 2))
# %%
print("open:", (lights.status == "open").sum(), "share closed within a week:", round((days <= 7).mean() * 100, 1))
# %%
clean = pd.read_parquet("/data/service_requests_one_row/requests_2023_clean.parquet")
c = clean[(clean.opened >= "2023-06-01") & (clean.opened < "2023-07-01") & (clean.category == "Street light")]
print("the dashboard has", len(c), "and", round(((c.closed - c.opened).dt.total_seconds() / 86400).median(), 2))
