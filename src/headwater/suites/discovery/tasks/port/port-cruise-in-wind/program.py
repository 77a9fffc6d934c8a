"""Count the daytime cruise calls in the third quarter of 2023, and those that began in strong wind."""
import pandas as pd

MONTHS = (7, 8, 9)
TERMINAL = "CR"
STRONG = 20.0
# The journal uses UTC+1 all year, and the wind data uses UTC.
AHEAD = pd.Timedelta(hours=1)
FORMAT = "%d.%m.%Y %H:%M"


def read_calls(month):
    """Return the completed calls of a month at the cruise terminal that began in daytime."""
    path = f"/data/vessel_calls/2023/calls_2023_{month:02d}.csv"
    calls = pd.read_csv(path, sep=";", encoding="cp1252")
    calls["arrived"] = pd.to_datetime(calls["arrived"], format=FORMAT)
    is_ours = calls["terminal"] == TERMINAL
    is_call = calls["status"] == "done"
    by_day = calls["arrived"].dt.hour.between(8, 19)
    return calls[is_ours & is_call & by_day]


def read_wind(month):
    """Return the mean wind speed per ten-minute interval of a month, indexed by its start in UTC."""
    path = f"/data/pier_wind/wind_2023-{month:02d}.csv"
    wind = pd.read_csv(path, parse_dates=["utc"])
    wind = wind.set_index("utc")
    return wind["wind_kn"]


days, winds = [], []
for month in MONTHS:
    days.append(read_calls(month))
    winds.append(read_wind(month))
calls = pd.concat(days)
wind = pd.concat(winds)
begun = (calls["arrived"] - AHEAD).dt.floor("10min")
speed = begun.map(wind)
strong = int((speed >= STRONG).sum())
answer = f"{strong}; {len(calls)}"
print(answer)
