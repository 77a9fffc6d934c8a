# %% [markdown]
# # Electricity of municipal buildings, 2022
# By EK-2, second version.
# %%
import pandas as pd

readings = pd.read_csv("../input/building_meters/readings_2022.csv", sep=";", decimal=",", encoding="cp1252")
readings["day"] = pd.to_datetime(readings.day, format="%d.%m.%Y")
meters = pd.read_csv("../input/building_meters/meters.csv")
buildings = pd.read_csv("../input/municipal_buildings/buildings.csv", encoding="utf-8-sig")
print(len(readings), readings.building.nunique(), readings.last_of_old_meter.notna().sum())
# %%
# naive: last minus first - gives negative values!
naive = readings.groupby("building").reading.agg(lambda r: r.iloc[-1] - r.iloc[0])
print((naive < 0).sum(), "negative")
# %% [markdown]
# Meters were changed, or went through 99999. And some readings of New Year were wrong.
# %%
again = pd.read_csv("../input/building_meters/reread.csv", parse_dates=["day"]).set_index(["meter", "day"]).reading
r = readings.set_index(["meter", "day"])
r.loc[r.index.intersection(again.index), "reading"] = again
r = r.reset_index().sort_values(["building", "day"])
changes = pd.read_csv("../input/building_meters/meter_changes.csv", encoding="utf-8-sig")
factor = {**meters.set_index("meter").factor, **changes.set_index("meter").factor}
f = r.meter.map(factor)
g = r.groupby("building")
prev, prev_f = g.reading.shift(), f.groupby(r.building).shift()
end = r.last_of_old_meter.fillna(r.reading)
kwh = ((end - prev) % 100000 * prev_f).fillna(0) + (r.reading * f).where(r.last_of_old_meter.notna() & prev.notna(), 0)
kwh = kwh.groupby(r.building).sum()
print(round(kwh.sum()), "kWh from the network")
# %%
roofs = pd.read_csv("../input/building_meters/roofs_2022.csv", sep=";", decimal=",")
own = (roofs.made_kwh - roofs.fed_in_kwh).groupby(roofs.building).sum()
behind = pd.read_csv("../input/building_meters/submeters_2022.csv", sep="|")
cars = behind[behind.what == "car chargers"].groupby("building").kwh.sum()
b = buildings.set_index("building")
b["kwh"] = kwh + own.reindex(b.index).fillna(0) - cars.reindex(b.index).fillna(0)
g = b.groupby("use")[["kwh", "area_m2"]].sum()
(g.kwh / g.area_m2).round(2)
# %%
new = pd.read_csv("../input/municipal_buildings/area_changes.csv", sep=";")
new["since"] = pd.to_datetime(new.since, format="%d.%m.%Y")
new = new[new.since < "2023-01-01"].set_index("building")
share = (pd.Timestamp("2023-01-01") - new.since).dt.days / 365
b["mean_m2"] = b.area_m2 + ((new.area_m2 - b.area_m2) * share).reindex(b.index).fillna(0)
u = pd.read_csv("../input/municipal_buildings/usage.csv")
out = u[u.state.isin(["closed", "let"]) & (u["from"] <= "2022-12-31") & (u.to >= "2022-01-01")].building
schools = b[(b.use == "school") & ~b.index.isin(out)]
per = schools.kwh / schools.mean_m2
print(len(schools), "schools;", round(schools.kwh.sum() / schools.mean_m2.sum(), 2), "together;", round(per.max(), 2), per.idxmax())
# %%
print("median of all buildings", round((b.kwh / b.mean_m2).median(), 2))
