# %% [markdown]
# # Curtailed energy 2023: claims and agreements
# %%
import pandas as pd

quarters = range(1, 5)
agreed = pd.concat([pd.read_csv(f"/data/feed_in_orders/orders_2023Q{q}_agreed.csv", sep=";", decimal=",", encoding="cp1252") for q in quarters])
claimed = pd.concat([pd.read_csv(f"/data/feed_in_orders/orders_2023Q{q}.csv") for q in quarters])
print(len(agreed), len(claimed), round(agreed.lost_mwh.sum(), 2), round(claimed.lost_mwh.sum(), 2))
# %%
plants = pd.read_csv("/data/plant_register/plants.csv", encoding="utf-8-sig")
m = agreed.merge(plants, on="plant")
m.groupby("technology").lost_mwh.sum().round(2)
# %%
wind = m[m.technology == "wind"]
wind.groupby("region").lost_mwh.sum().sort_values(ascending=False).round(2)
# %%
hours = (pd.to_datetime(m.ended, format="%d.%m.%Y %H:%M") - pd.to_datetime(m.began, format="%d.%m.%Y %H:%M")).dt.total_seconds() / 3600
print("mean hours of an order", round(hours.mean(), 3), "longest", hours.max())
# %%
print("step 0 in", round((claimed.step_percent == 0).mean() * 100, 2), "% of the orders")
