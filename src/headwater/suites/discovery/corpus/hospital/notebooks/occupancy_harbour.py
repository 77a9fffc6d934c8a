# %% [markdown]
# # Occupancy at Harbour General, second half of 2023
# %%
import pandas as pd

census = pd.read_csv("../input/bed_census/census_HAR_2023.csv", parse_dates=["day"])
beds = pd.read_csv("../input/bed_register/bed_register.csv", parse_dates=["valid_from"])
beds = beds[beds.site == "HAR"]
beds
# %%
noon = pd.read_csv("../input/bed_census/census_HAR_2023_b.csv", sep="\t", encoding="utf-16")
print(census.patients.mean().round(2), noon.patients.mean().round(2))
# %% [markdown]
# Noon is higher; occupancy refers to midnight.
# %%
half = census[census.day >= "2023-07-01"].sort_values("day")
joined = pd.merge_asof(half, beds.sort_values("valid_from"), left_on="day", right_on="valid_from", by="ward")
joined["occ"] = joined.patients / joined.beds * 100
joined.groupby("ward").occ.mean().round(1)
# %%
print((joined.patients > joined.beds).groupby(joined.ward).sum())
# %%
site = joined.groupby("day")[["patients", "beds"]].sum()
print("whole site:", round((site.patients / site.beds).mean() * 100, 2))
# %%
funded = pd.read_csv("../input/bed_register/bed_register_final.csv")
print("funded", funded[funded.site == "HAR"].groupby("ward").beds.last().sum(), "staffed", beds.groupby("ward").beds.last().sum())
