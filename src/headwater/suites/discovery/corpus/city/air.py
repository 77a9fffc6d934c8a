"""Simulate air quality: loggers' records, validated and revised values, and the daily bulletins."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import Style

_STATIONS = {"HAF": 1.45, "ALT": 1.1, "RNG": 1.3, "PRK": 0.55, "SEE": 0.4, "IND": 1.2}
_NAMES = {
    "HAF": "Hafenstraße",
    "ALT": "Altstadt Markt",
    "RNG": "Ring Nord",
    "PRK": "Stadtpark",
    "SEE": "Seeblick",
    "IND": "Industrieweg",
}
_POLLUTANTS = {"no2": 34.0, "pm10": 31.0, "o3": 46.0}
_YEARS = (2021, 2022, 2023)
_AUDIT = ("2023-02-14", "2023-09-30", 0.913)
_FIRST_CORRECTION = ("2023-02-14", "2023-06-30", 0.94)
_VALID, _CALIBRATION, _MISSING = 1, 2, 9


@lru_cache(maxsize=1)
def _readings() -> pd.DataFrame:
    """Return hourly readings of three pollutants at each station, indexed by the start of the hour in UTC."""
    hours = pd.date_range("2021-01-01", "2023-12-31 23:00", freq="h")
    local = (hours.hour.to_numpy() + 1) % 24
    rush = np.exp(-(((local - 8) / 2.2) ** 2)) + 0.9 * np.exp(-(((local - 18) / 2.8) ** 2))
    winter = np.cos(2 * np.pi * (hours.day_of_year.to_numpy() - 15) / 365.25)
    weekend = np.where(hours.day_of_week.to_numpy() >= 5, 0.72, 1.0)
    random = draws("city air")
    episode = np.repeat(np.exp(0.35 * random.normal(0, 1, len(hours) // 24 + 1)), 24)[: len(hours)]
    parts = []
    for station, level in _STATIONS.items():
        shared = np.exp(0.22 * random.normal(0, 1, len(hours))) * episode
        traffic = level * (0.62 + 0.7 * rush) * weekend * (1 + 0.25 * winter)
        table = pd.DataFrame({"utc_start": hours, "station": station})
        table["no2"] = np.round(_POLLUTANTS["no2"] * traffic * shared, 1)
        dust = (0.5 + 0.5 * traffic) * episode * np.exp(0.3 * random.normal(0, 1, len(hours)))
        table["pm10"] = np.round(_POLLUTANTS["pm10"] * dust * (1 + 0.15 * winter), 1)
        ozone = (1 - 0.55 * winter) * (1.35 - 0.3 * level) * (0.55 + 0.8 * np.exp(-(((local - 15) / 4.5) ** 2)))
        table["o3"] = np.round(_POLLUTANTS["o3"] * ozone * np.exp(0.15 * random.normal(0, 1, len(hours))), 1)
        table["flag"] = np.where(random.random(len(hours)) < 0.018, _CALIBRATION, _VALID)
        gaps = random.integers(0, len(hours) - 60, 9)
        for gap in gaps.tolist():
            table.loc[gap : gap + int(random.integers(6, 54)), "flag"] = _MISSING
        in_calibration = table["flag"] == _CALIBRATION
        table.loc[in_calibration, "no2"] *= 2.6
        table.loc[in_calibration, "pm10"] *= 4.2
        parts.append(table)
    readings = pd.concat(parts, ignore_index=True)
    return readings.assign(no2=readings["no2"].round(1), pm10=readings["pm10"].round(1))


def _raw(folder: Folder) -> None:
    """Write a logger file for each station and month, with the end of each hour in standard time as the timestamp."""
    measured = _readings()
    measured = measured[measured["utc_start"] >= "2021-12-31 23:00"]
    for station, part in measured.groupby("station"):
        table = part.copy()
        table["Zeit"] = table["utc_start"] + pd.Timedelta(hours=2)
        for name in _POLLUTANTS:
            table.loc[table["flag"] == _MISSING, name] = np.nan
        month = (table["utc_start"] + pd.Timedelta(hours=1)).dt.to_period("M")
        preamble = (f"# Station {station} {_NAMES[station]}", "# MEZ, Stundenende; µg/m3")
        style = Style(";", ",", "latin-1", "%d.%m.%Y", "%d.%m.%Y %H:%M", "-999", "\r\n", preamble)
        for period, rows in table.groupby(month):
            if period.year > 2023:
                continue
            out = rows[["Zeit", "no2", "pm10", "o3"]].rename(columns=str.upper)
            folder.csv(f"{station}/{station}_{period}.csv", out, style)
    folder.text(
        "LIESMICH.txt",
        "Rohdaten der Messstationen, wie die Logger sie schreiben.\r\n"
        "Zeitstempel: MEZ ohne Sommerzeit, Ende der Stunde. -999: kein Wert.\r\n"
        "Kalibrierstunden sind nicht entfernt (sie erscheinen als hohe Werte von NO2 und PM10).\r\n"
        "Für Auswertungen die geprüften Werte verwenden (Datensatz der geprüften Stundenwerte).\r\n",
        "latin-1",
    )


def _validated(folder: Folder) -> None:
    """Write the first release of the validated hourly values, two revisions, and a copy for a report."""
    measured = _readings()
    for name in _POLLUTANTS:
        table = measured[["utc_start", "station", name, "flag"]].rename(columns={name: "value"})
        table["value"] = table["value"].where(table["flag"] != _MISSING)
        for year in _YEARS:
            part = table[table["utc_start"].dt.year == year].reset_index(drop=True)
            folder.parquet(f"{name}/{name}_{year}.parquet", part)
            if name == "no2" and year == 2023:
                first = _corrected(part, *_FIRST_CORRECTION)
                folder.parquet(f"{name}/{name}_{year}_r1.parquet", first)
                folder.parquet(f"{name}/{name}_{year}_r2.parquet", _corrected(part, *_AUDIT))
                valid = first[first["flag"] == _VALID].drop(columns="flag")
                folder.parquet(f"{name}/{name}_{year}_final.parquet", valid.reset_index(drop=True))
            elif year >= 2022:
                valid = part[part["flag"] == _VALID].drop(columns="flag")
                folder.parquet(f"{name}/{name}_{year}_final.parquet", valid.reset_index(drop=True))
    folder.readme(
        "Validated hourly air quality",
        """Hourly means in µg/m³ after manual validation by the environment office. Times are UTC and mark the beginning
        of the hour. The bulletins and the loggers use other clocks.""",
        "Which release is in force is in CHANGELOG.md; the names of files do not tell.",
        files={
            "<pollutant>/<pollutant>_<year>.parquet": "first release, in April of the next year",
            "<pollutant>/<pollutant>_<year>_final.parquet": """what was sent to the national agency in June: only
            hours with flag 1, and no column flag; never revised after it was sent""",
            "<pollutant>/<pollutant>_<year>_r1.parquet, _r2.parquet": "revisions of the first release",
        },
    )
    folder.changes(
        [
            ("2024-04-15", "First release of 2023."),
            (
                "2024-05-28",
                """Revision r1 of NO2 2023: span gas of the analyser at HAF, 14 February to 30 June, provisional
        factor 0.94.""",
            ),
            ("2024-06-10", "Report to the national agency, with the values of r1."),
            (
                "2024-11-06",
                """Revision r2 of NO2 2023, after the audit of the span gas by the reference laboratory: factor
        0.913 at HAF from 14 February to 30 September. It replaces r1. PM10 and O3 are not affected.""",
            ),
        ]
    )
    folder.dictionary(
        {
            "utc_start": "beginning of the hour, UTC",
            "station": ", ".join(f"{code}: {name}" for code, name in _NAMES.items()),
            "value": "hourly mean, µg/m³",
            "flag": "1 valid; 2 calibration, not to be used; 9 no measurement",
        }
    )


def _corrected(table: pd.DataFrame, first: str, last: str, factor: float) -> pd.DataFrame:
    result = table.copy()
    day = result["utc_start"].dt.strftime("%Y-%m-%d")
    rows = (result["station"] == "HAF") & (day >= first) & (day <= last)
    result.loc[rows, "value"] = (result.loc[rows, "value"] * factor).round(1)
    return result


def _bulletins(folder: Folder) -> None:
    """Write the announced daily means, computed from unvalidated values for calendar days in standard time."""
    measured = _readings()
    usable = measured[measured["flag"] != _MISSING]
    day = (usable["utc_start"] + pd.Timedelta(hours=1)).dt.normalize()
    means = usable.groupby([day.rename("Datum"), "station"])[["no2", "pm10", "o3"]].mean().round(1).reset_index()
    means = means[means["Datum"].between("2021-01-01", "2023-12-31")]
    for period, rows in means.groupby(means["Datum"].dt.to_period("M")):
        table = rows.rename(columns={"station": "Station", "no2": "NO2", "pm10": "PM10", "o3": "O3"})
        notes = ("Luftbericht der Stadt Marenfeld", "Tagesmittel in µg/m³, vorläufig, MEZ")
        folder.xlsx(
            f"{period.year}/Luftbericht_{period.month:02d}_{period.year % 100}.xlsx", {"Tagesmittel": table}, notes
        )
    folder.readme(
        "Daily air bulletins",
        """The daily means that the city announced on the next morning, a workbook a month. They come from values that
        nobody had validated: calibration hours are in them. A day is a calendar day of standard time (UTC+1).""",
        "The daily limit of PM10 is 50 µg/m³; a day exceeds it if its mean, rounded to one decimal, is above 50.",
    )


def _low_cost(folder: Folder) -> None:
    """Write volunteers' measurements from cheap sensors near the stations. Each sensor has its own bias."""
    measured = _readings()
    random = draws("city air sensors")
    recent = measured[(measured["utc_start"] >= "2023-01-01") & (measured["flag"] != _MISSING)]
    for number, (_, part) in enumerate(recent.groupby("station")):
        for kit in range(3):
            bias = float(random.uniform(0.75, 1.4))
            table = pd.DataFrame({"timestamp": part["utc_start"].iloc[kit::3]})
            table["P1"] = (part["pm10"].iloc[kit::3] * bias).round(1)
            table["P2"] = (table["P1"] * 0.6).round(1)
            folder.csv(f"sensor_{4100 + 37 * number + kit}.csv", table)
    folder.readme(
        "Citizen sensors 2023",
        "PM10 (P1) and PM2.5 (P2) of sensors that residents run. Not calibrated; UTC; every third hour.",
        "Sensors stand near the official stations, but no list says which near which.",
    )


DATASETS = (
    Dataset("luft_rohdaten", _raw),
    Dataset("air_quality_validated", _validated),
    Dataset("air_bulletins", _bulletins),
    Dataset("citizen_air_sensors", _low_cost),
)
