"""Count the days on which the bulletin announced PM10 above the limit although the validated value is not."""
import pandas as pd

STATION = "RNG"
LIMIT = 50.0
LEAST_HOURS = 18
MONTHS = range(2, 12)


def announced():
    """Return the daily means from the bulletins."""
    parts = []
    for month in MONTHS:
        path = f"/data/air_bulletins/2022/Luftbericht_{month:02d}_22.xlsx"
        sheet = pd.read_excel(path, sheet_name="Tagesmittel", skiprows=2)
        sheet = sheet[sheet["Station"] == STATION]
        parts.append(sheet[["Datum", "PM10"]])
    days = pd.concat(parts)
    days["Datum"] = pd.to_datetime(days["Datum"]).dt.normalize()
    return days.set_index("Datum")["PM10"]


def validated():
    """Return the validated mean and the number of valid hours per day in standard time."""
    hours = pd.read_parquet("/data/air_quality_validated/pm10/pm10_2022.parquet")
    hours = hours[(hours["station"] == STATION) & (hours["flag"] == 1)].copy()
    hours["day"] = (hours["utc_start"] + pd.Timedelta(hours=1)).dt.normalize()
    days = hours.groupby("day")["value"].agg(["mean", "count"])
    days["mean"] = days["mean"].round(1)
    return days


alarms = announced()
alarms = alarms[alarms > LIMIT]
days = validated().reindex(alarms.index)
enough = days["count"] >= LEAST_HOURS
false = enough & (days["mean"] <= LIMIT)
print(f"{int(false.sum())}; {len(alarms)}")
